#if Relay

    import Locked
    import SwiftObserver

    /// A one-shot event that any number of threads and tasks can await.
    final class Event: Sendable {

        private let state = Locked(State())

        private struct State {
            var hasHappened = false

            /// The continuations of waiters, by increasing numbers.
            var waiting: [Int: @Sendable () -> Void] = [:]
            var latestNumber = 0
        }

        /// Marks the event as happened, and resumes all waiters.
        func fire() {
            let waiting = state.withLock { state in
                state.hasHappened = true
                defer { state.waiting = [:] }
                return state.waiting
            }
            for resume in waiting.values { resume() }
        }

        /// A wait for this event, for one thread or task.
        var wait: some Awaited {
            let number = state.withLock { state in
                state.latestNumber += 1
                return state.latestNumber
            }
            return EventWait(self, number: number)
        }

        fileprivate func begin(_ number: Int, _ resume: @escaping @Sendable () -> Void) {
            let hasHappened = state.withLock { state in
                if !state.hasHappened { state.waiting[number] = resume }
                return state.hasHappened
            }
            if hasHappened { resume() }
        }

        fileprivate func giveUp(_ number: Int) -> Bool {
            state.withLock { $0.waiting.removeValue(forKey: number) != nil }
        }
    }

    /// The wait of one thread or task.
    private struct EventWait: Awaited {

        private let event: Event
        private let number: Int

        init(_ event: Event, number: Int) {
            self.event = event
            self.number = number
        }

        func begin(_ resume: @escaping @Sendable () -> Void) { event.begin(number, resume) }
        func giveUp() -> Bool { event.giveUp(number) }
    }

    /// Fires an event when it's released.
    final class EventAtEnd: Sendable {
        private let event: Event
        init(_ event: Event) { self.event = event }
        deinit { event.fire() }
    }

    extension ContinuousClock.Instant {

        /// The instant at the end of a duration that begins now.
        static func within(_ duration: Duration) -> Self {
            .now + min(duration, .longest)
        }

        var remaining: Duration { ContinuousClock.now.duration(to: self) }
    }
#endif

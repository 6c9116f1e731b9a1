#if Relay

    import Locked
    import SwiftObserver

    /// Something that happens once, and for which any number of threads and tasks can wait.
    final class Event: Sendable {

        private let state = Locked(State())

        private struct State {
            var hasHappened = false

            /// Those who wait, by numbers that count up.
            var waiting: [Int: @Sendable () -> Void] = [:]
            var latestNumber = 0
        }

        /// Lets it happen.
        func fire() {
            let waiting = state.withLock { state in
                state.hasHappened = true
                defer { state.waiting = [:] }
                return state.waiting
            }
            for resume in waiting.values { resume() }
        }

        /// What one thread or task waits for.
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

    /// One of those who wait.
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

    /// Lets an event happen when it's released.
    final class EventAtEnd: Sendable {
        private let event: Event
        init(_ event: Event) { self.event = event }
        deinit { event.fire() }
    }

    extension ContinuousClock.Instant {

        /// The end of a time from now on.
        static func within(_ duration: Duration) -> Self {
            .now + min(duration, .longest)
        }

        var remaining: Duration { ContinuousClock.now.duration(to: self) }
    }
#endif

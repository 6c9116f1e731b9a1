@testable import SwiftObserver

/// The objects of a scenario whose state a page draws.
///
/// It names their locks and atomics, and looks at them without a lock, because no other thread runs
/// meanwhile. While the running thread holds a lock, it may see old values of what the lock guards.
/// It doesn't keep observations alive.
final class Stage {

    private let office: PostOffice
    private let lane: Protected<LaneState>?
    private let parts: [Part]

    /// `true` to draw which sides know an observation.
    private let showsEnd: Bool

    /// The names of the threads that have made steps.
    private var threads: [ThreadID: String] = [:]

    private struct Part {
        let name: String
        let receiver: LockedReceiverState
        weak var observation: AnyObservation?
    }

    /// - Parameters:
    ///   - observers: Each observes the messenger once.
    ///   - queue: The queue of those that observe on a queue.
    init(
        _ messenger: Messenger<Memo>, _ observers: [Listener], on queue: DispatchQueue? = nil,
        showsEnd: Bool = false
    ) {
        let office = messenger.office
        self.office = office
        self.showsEnd = showsEnd
        lane = queue.map { SharedLane.of($0).state }
        parts = observers.map { observer in
            let receiver = observer.receiver.observations
            return Part(
                name: observer.name, receiver: receiver, observation: office.observations(of: receiver).first)
        }
        giveNames()
    }

    private func giveNames() {
        let explorer = Explorer.shared
        explorer.name("address of office") { _ = office.state.constant { _ in () } }
        explorer.name("office") { office.state.withLock(orElse: ()) { _ in () } }
        explorer.name("lane") { lane?.withLock { _ in () } }
        for part in parts {
            let inbox = part.observation?.inbox
            explorer.name("receiver of \(part.name)") { part.receiver.withLock { _ in () } }
            explorer.name("marks of \(part.name)") { _ = part.observation?.isRetired }
            explorer.name("step of \(part.name)") { _ = inbox?.steps.isBusy }
            // It has that value already, because no thread waits yet.
            explorer.name("alarm of \(part.name)") { inbox?.steps.setAlarm(.max) }
        }
    }

    // MARK: - Draw

    /// The state, noting the name of the thread that calls this.
    func picture(on thread: String) -> Picture {
        threads[.current] = Trace.shortName(thread)
        return picture
    }

    var picture: Picture {
        let explorer = Explorer.shared
        // The letters and their step are created with the first letter.
        explorer.name("step of letters") { _ = office.state.constant { $0.pointee.mailbox.backlog } }
        return explorer.withoutSteps {
            Picture(boxes: [officeBox] + (lane.map { [box(of: $0)] } ?? []) + parts.map(box))
        }
    }

    private var officeBox: Picture.Box {
        let (thread, letters, isLeased) =
            office.state.constant {
                ($0.pointee.mailbox.threadOnDuty, $0.pointee.mailbox.backlog, $0.pointee.registry.isLeased)
            } ?? (nil, 0, false)
        let onDuty = thread.map { threads[$0] ?? "another thread" } ?? "nobody"
        return box("office", [("on duty", onDuty), ("letters", "\(letters)"), ("leased", isLeased ? "yes" : "no")])
    }

    /// Draws a lane. Copies of its state are asked what it would do next, which doesn't change it.
    private func box(of lane: Protected<LaneState>) -> Picture.Box {
        let state = lane.constant { $0.pointee }
        var afterPost = state, afterTaking = state, batch: [JobRun] = []
        let needsBlock = afterPost.post(Job())
        _ = afterTaking.next(&batch)
        let block = state.runner != nil ? "running" : needsBlock ? "none" : "enqueued"
        return box("lane", [("jobs", "\(batch.reduce(0) { $0 + $1.count })"), ("block", block)])
    }

    private func box(of part: Part) -> Picture.Box {
        guard let observation = part.observation else {
            return box(part.name, [("state", "deallocated")], owner: part.name)
        }
        let state = observation.isRetired ? "retired" : observation.isEnded ? "ended" : "active"
        var facts = [("state", state)]
        if let inbox = observation.inbox {
            facts.append(("inbox", "\(inbox.messages(behind: inbox.steps.progress.begun))"))
            facts.append(("step", "\(inbox.steps.latest)"))
        }
        if showsEnd { facts.append(("known to", holders(of: observation, part.receiver))) }
        return box(part.name, facts, owner: part.name)
    }

    private func box(_ title: String, _ facts: [(String, String)], owner: String? = nil) -> Picture.Box {
        Picture.Box(title: title, facts: facts.map { Picture.Fact(label: $0, value: $1, owner: owner) })
    }

    private func holders(of observation: AnyObservation, _ receiver: LockedReceiverState) -> String {
        let isRetired = office.state.constant {
            $0.pointee.extras.existing?.pointee.retired.contains { $0 === observation }
        }
        let isInReceiver = receiver.constant { receiver in
            let observations = receiver.pointee.observations
            return observations.indices.contains { observations[$0] === observation }
        }
        let holders = [
            observation.isRegistered || isRetired == true ? "office" : nil, isInReceiver ? "receiver" : nil,
        ]
        let names = holders.compactMap { $0 }.joined(separator: ", ")
        return names.isEmpty ? "nobody" : names
    }
}

import Foundation

/// A defect that is planted into a copy of the library, of a kind that only shows when objects do something while they
/// die, or handlers while they run.
///
/// All defects are planted into the same copy, where `isPlanted` tells which one is in effect.
struct Defect: Sendable {

    let name: String

    /// The file in `Sources/SwiftObserver`.
    let file: String

    /// What occurs exactly once in that file, and what is put in its place.
    let changes: [(sound: String, defect: String)]

    init(_ name: String, in file: String, _ changes: (String, becomes: String)...) {
        self.name = name
        self.file = file
        self.changes = changes.map { ($0, $1.replacing("PLANTED", with: "isPlanted(\"\(name)\")")) }
    }

    /// The text of the file with all changes, or `nil` if one of them has no place or several there.
    func planted(in text: String) -> String? {
        var text = text
        for change in changes {
            let parts = text.components(separatedBy: change.sound)
            guard parts.count == 2 else { return nil }
            text = parts.joined(separator: change.defect)
        }
        return text
    }

    static let all = [
        // The message before dies under the lock of the office.
        Defect(
            "message-dies-under-lock", in: "Runtime/Delivery/PostOfficeState.swift",
            ("    var mailbox = Mailbox()\n", becomes: "    var mailbox = Mailbox()\n    var planted: Any?\n"),
            (
                "        _ leftover: Leftover\n    ) -> PendingDelivery {\n",
                becomes: """
                        _ leftover: Leftover
                    ) -> PendingDelivery {
                        if PLANTED { planted = message }

                """
            )),
        // A handler that ends its own observation is released while it runs.
        Defect(
            "handler-not-held", in: "Runtime/Observations/Registry.swift",
            ("        if list.isLeased {", becomes: "        if list.isLeased, !PLANTED {")),
        // The same on a queue.
        Defect(
            "hopped-handler-not-held", in: "Runtime/Lanes/Inbox.swift",
            (
                "if jobOfPosted == nil { jobOfPosted = job }",
                becomes: "if jobOfPosted == nil, !PLANTED { jobOfPosted = job }"
            )),
        // A message that makes room on a queue dies under locks.
        Defect(
            "dropped-message-dies-under-lock", in: "Runtime/Lanes/BoundedInbox.swift",
            (
                "return Leftover(waiting.removeFirstObject())",
                becomes: """
                let object = waiting.removeFirstObject()
                            return PLANTED ? Leftover() : Leftover(object)
                """
            )),
        // What ends from the side of the observable stays known to its observer.
        Defect(
            "stays-in-receiver", in: "Runtime/Observations/AnyObservation.swift",
            (
                "receiver?.withLock { $0.remove(self) }",
                becomes: "if !PLANTED { receiver?.withLock { $0.remove(self) } }"
            )),
        // The observer may die while its handler runs.
        Defect(
            "observer-not-held", in: "Runtime/Observations/Observation.swift",
            (
                "        guard isObserverMortal else { return call(message, from: author) }",
                becomes: """
                        if isObserverMortal, PLANTED, livingObserver != nil { return call(message, from: author) }
                        guard isObserverMortal else { return call(message, from: author) }
                """
            )),
        // An end never returns.
        Defect(
            "waits-forever", in: "Runtime/Delivery/PostOffice.swift",
            (
                "        let (watched, number, remembered, emptyList, waiters) = state.withLock(",
                becomes:
                    "        while PLANTED {}\n        let (watched, number, remembered, emptyList, waiters) = state.withLock("
            )),
        // Who goes off duty doesn't look whether there are letters in line.
        Defect(
            "lost-recheck", in: "Runtime/Delivery/Mailbox.swift",
            ("guard isLineEmpty else { return false }", becomes: "guard isLineEmpty || PLANTED else { return false }")),
    ]
}

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

    static let all = [
        // The message before dies under the lock of the office.
        Defect(
            "message-dies-under-lock", in: "Runtime/PostOffice.swift",
            ("    var mailbox = Mailbox()\n", becomes: "    var mailbox = Mailbox()\n    var planted: Any?\n"),
            (
                "        return postInPlace(message, from: author, isFarewell: isFarewell, by: thread, office: office)\n",
                becomes: """
                        if PLANTED { planted = message }
                        return postInPlace(message, from: author, isFarewell: isFarewell, by: thread, office: office)

                """
            )),
        // A handler that ends its own observation is released while it runs.
        Defect(
            "handler-not-held", in: "Runtime/Registry.swift",
            ("        if roll.isLent {", becomes: "        if roll.isLent, !PLANTED {")),
        // The same on a queue.
        Defect(
            "hopped-handler-not-held", in: "Runtime/Inbox.swift",
            (
                "if holdOfPosted == nil { holdOfPosted = errand }",
                becomes: "if holdOfPosted == nil, !PLANTED { holdOfPosted = errand }"
            )),
        // What ends from the side of the observable stays known to its observer.
        Defect(
            "stays-in-receiver", in: "Runtime/Observation.swift",
            (
                "receiver?.withLock { $0.remove(self) }",
                becomes: "if !PLANTED { receiver?.withLock { $0.remove(self) } }"
            )),
        // The observer may die while its handler runs.
        Defect(
            "observer-not-held", in: "Runtime/Observation.swift",
            (
                "        guard let observer = livingObserver else {",
                becomes: """
                        if PLANTED, livingObserver != nil { return call(message, from: author) }
                        guard let observer = livingObserver else {
                """
            )),
        // An end never returns.
        Defect(
            "waits-forever", in: "Runtime/PostOffice.swift",
            (
                "        let emptyRoll = state.withLock(orElse: nil",
                becomes: "        while PLANTED {}\n        let emptyRoll = state.withLock(orElse: nil"
            )),
        // Who goes off duty doesn't look whether there are letters in line.
        Defect(
            "lost-recheck", in: "Runtime/Mailbox.swift",
            ("guard line == nil else { return false }", becomes: "guard line == nil || PLANTED else { return false }")),
    ]
}

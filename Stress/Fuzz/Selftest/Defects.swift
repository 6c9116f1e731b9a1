import Planting

/// Defects that show only when objects act while they die, or handlers act while they run.
extension Defect {

    static let all = [
        // The previous message dies under the lock of the office.
        Defect(
            "message-dies-under-lock",
            Change(
                in: "PostOfficeState.mailbox", "var mailbox = Mailbox()",
                becomes: """
                    var mailbox = Mailbox()
                    var planted: Any?
                    """),
            Change(
                in: "PostOfficeState.postInPlace", "_ = mailbox.nextPosition()",
                becomes: """
                    if PLANTED { planted = message }
                    _ = mailbox.nextPosition()
                    """)),
        // A handler that ends its own observation is released while it runs.
        Defect(
            "handler-not-held", in: "Registry.remove", "list.isLeased",
            becomes: "list.isLeased, !PLANTED"),
        // The same on a queue.
        Defect(
            "hopped-handler-not-held", in: "Inbox.post", "jobOfPosted == nil",
            becomes: "jobOfPosted == nil, !PLANTED"),
        // A message that is dropped to make room on a queue dies under locks.
        Defect(
            "dropped-message-dies-under-lock", in: "BoundedInbox.evictFirst",
            "work.release(waiting.removeFirstObject())",
            becomes: """
                let object = waiting.removeFirstObject()
                if !PLANTED { work.release(object) }
                """),
        // The old value of a derived value dies under the lock of its node.
        Defect(
            "derived-value-dies-under-lock", in: "AnyNode.doReady",
            "let old = current.pointee.action == nil ? finish(outcome, as: author, &results, &worklist) : nil",
            becomes: """
                var old = current.pointee.action == nil ? finish(outcome, as: author, &results, &worklist) : nil
                if PLANTED { old = nil }
                """),
        // The observer keeps an observation that the observable has ended.
        Defect(
            "stays-in-receiver", in: "AnyObservation.finishEnd", "receiver?.withLock { $0.removeUnlessRetired(self) }",
            becomes: "if !PLANTED { receiver?.withLock { $0.removeUnlessRetired(self) } }"),
        // The observer may die while its handler runs.
        Defect(
            "observer-not-held", in: "Observation.handle(_:from:)", "guard isObserverMortal",
            becomes: """
                if isObserverMortal, PLANTED, livingObserver != nil { return call(message, from: author) }
                guard isObserverMortal
                """),
        // Ending an observation by its handle doesn't wait for the handler.
        Defect(
            "handle-does-not-wait", in: "EndRequest.init(of:at:)",
            "wait(for: [observation])", becomes: "if !PLANTED { wait(for: [observation]) }"),
        // A task that is cancelled before it asks for room gets it.
        Defect(
            "room-for-the-cancelled", in: "RoomRequest.wait(isolation:)", "Task.isCancelled",
            becomes: "Task.isCancelled, !PLANTED"),
        // An end never returns.
        Defect(
            "waits-forever", in: "PostOffice.unregisterAndRemember",
            "let (watched, number, remembered, oldList)",
            becomes: """
                while PLANTED {}
                let (watched, number, remembered, oldList)
                """),
        // A thread that goes off duty doesn't check for pending letters.
        Defect(
            "lost-recheck", in: "Mailbox.goOffDuty", "canGoOffDuty",
            becomes: "canGoOffDuty || PLANTED"),
    ]
}

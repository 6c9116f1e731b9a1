/// Posts messages and farewells: leaves letters, and posts to lanes.
extension PostOfficeState {

    /// Posts a message to all observations with an inbox or a feed.
    @inline(__always)
    func postToHopped<Message>(
        _ message: Message, from author: AnyObject?, isFarewell: Bool, _ work: inout DeferredWork
    ) {
        guard let extras = extras.existing else { return }
        extras.pointee.hops.forEach { $0.post(message, from: author, isFarewell: isFarewell, &work) }
    }

    /// Posts a message to the in-place observations.
    ///
    /// The caller must deliver it, or it's left as a letter for the thread on duty. If this office
    /// is on a queue, it's left as a letter for that queue, and the office is posted to the lane of
    /// the queue.
    @inline(__always)
    mutating func postInPlace<Message>(
        _ message: Message, from author: AnyObject?, isFarewell: Bool, by thread: ThreadID, office: Job,
        _ work: inout DeferredWork
    ) -> Delivery {
        _ = mailbox.nextPosition()
        guard registry.count > 0 else { return .nothing }
        if goOnDuty(thread) { return .toAll(registry.lease(), isLast: isFarewell) }
        let details =
            isFarewell || isAuthorRead
            ? Envelope.Details(author: isAuthorRead ? author : nil, isFarewell: isFarewell) : nil
        leave(message, details, by: thread, office, &work)
        return .nothing
    }

    /// Posts a farewell without a message, in the same way.
    mutating func postFarewellInPlace<Message>(
        behindMessagesOf _: Message.Type, by thread: ThreadID, office: Job, _ work: inout DeferredWork
    ) -> Delivery {
        guard registry.count > 0 else { return .nothing }
        _ = mailbox.nextPosition()
        others += 1
        if goOnDuty(thread) { return .farewell(registry.lease()) }
        let details = Envelope.Details(author: nil, isFarewell: true)
        let envelope = envelope(hasMessage: false, details, by: thread), line = mailbox.line(for: Message.self)
        line.append(envelope)
        postToLane(office, retainedBy: line, &work)
        return .nothing
    }

    /// Posts the message with which one observation starts.
    ///
    /// It goes to the inlet of the observation, if that takes it. Otherwise, it goes to the inbox
    /// or the feed, if there is one, or is posted in place, in the same way as above. It has a
    /// position of its own. So a thread that drains several observables sees that there was one
    /// more message.
    mutating func post<Message>(
        _ message: Message, to observation: AnyObservation, from author: AnyObject?, isFarewell: Bool,
        by thread: ThreadID, office: Job, _ work: inout DeferredWork
    ) -> Delivery {
        _ = mailbox.nextPosition()
        others += 1
        if !isFarewell, observation.inlet(of: Message.self)?.takeFirst(message, &work) == true {
            return .nothing
        }
        if observation.isHopped {
            observation.post(message, from: author, isFarewell: isFarewell, &work)
            return .nothing
        }
        if let probe = observation.probe { probe.addressed += 1 }
        if goOnDuty(thread) { return .toOne(observation, registry.lease(), isLast: isFarewell) }
        let details = Envelope.Details(author: author, addressee: observation, isFarewell: isFarewell)
        leave(message, details, by: thread, office, &work)
        return .nothing
    }

    /// Posts several messages to one observation.
    ///
    /// If the caller must deliver the first message, the others are left as letters for it.
    mutating func post<Message>(
        all messages: [Message], to observation: AnyObservation, from author: AnyObject?, by thread: ThreadID,
        office: Job, _ work: inout DeferredWork
    ) -> Delivery {
        var first: Delivery?
        for message in messages {
            let delivery = post(
                message, to: observation, from: author, isFarewell: false, by: thread, office: office, &work)
            first = first ?? delivery
        }
        return first ?? .nothing
    }

    /// Makes the caller deliver, unless a thread is on duty already, or a queue delivers.
    @inline(__always)
    private mutating func goOnDuty(_ thread: ThreadID) -> Bool { lane == nil && mailbox.goOnDuty(thread) }

    /// Leaves a letter for the thread on duty, or for the queue.
    @inline(__always)
    private mutating func leave<Message>(
        _ message: Message, _ details: Envelope.Details?, by thread: ThreadID, _ office: Job,
        _ work: inout DeferredWork
    ) {
        let envelope = envelope(hasMessage: true, details, by: thread), line = mailbox.line(for: Message.self)
        line.append(message, in: envelope)
        postToLane(office, retainedBy: line, &work)
    }

    @inline(__always)
    private func postToLane(_ office: Job, retainedBy line: AnyLetters, _ work: inout DeferredWork) {
        lane?.post(office, &work) { line.retain(office) }
    }

    @inline(__always)
    private func envelope(hasMessage: Bool, _ details: Envelope.Details?, by thread: ThreadID) -> Envelope {
        Envelope(
            position: mailbox.position,
            isForeign: mailbox.isForeign(thread, sentByForeignWork: ForeignWork.isUnderWay),
            hasMessage: hasMessage, details: details)
    }
}

/// An observation of an observable that sends messages of one type.
class Observation<Message>: AnyObservation, @unchecked Sendable {

    // The client's closure is called without being retained first. That works for stored closures,
    // but not for the payload of an enumeration. Few closures read authors. They're stored in a
    // subclass, and this one then does nothing.
    private final let handlePlainly: @Sendable (Message) -> Void

    /// - Parameter handler: If it reads authors, the observation must be an
    ///   `ObservationWithAuthor`.
    required init(
        of registrar: ObservationRegistrar, receiver: LockedReceiverState? = nil, isObserverMortal: Bool = false,
        inbox: AnyInbox? = nil, extras: ObservationExtras? = nil, handler: consuming Handler<Message>
    ) {
        let readsAuthor = handler.readsAuthor
        handlePlainly = if case .message(let handle) = consume handler { handle } else { { _ in } }
        super.init(
            of: registrar, receiver: receiver, isObserverMortal: isObserverMortal, readsAuthor: readsAuthor,
            inbox: inbox, extras: extras)
        assert(!readsAuthor || self is ObservationWithAuthor<Message>)
    }

    final override var plainType: AnyObservation.Type { Observation.self }

    @inline(__always)
    fileprivate final func post(_ message: Message, from author: AnyObject?, _ work: inout DeferredWork) {
        if mayDropMessages {
            if inbox == nil {
                postToLoop(message, from: author, &work)
            } else {
                postLimited(message, from: author, &work)
            }
        } else {
            withInbox { $0.post(message, from: author, job: self, &work) }
        }
    }

    /// Posts a message to an inbox whose messages may be dropped.
    @inline(never)
    final func postLimited(_ message: Message, from author: AnyObject?, _ work: inout DeferredWork) {
        Unmanaged.passUnretained(inbox.unsafelyUnwrapped)._withUnsafeGuaranteedRef {
            unsafeDowncast($0, to: LimitedInbox<Message>.self).post(message, from: author, job: self, &work)
        }
    }

    /// Posts a message to loops.
    @inline(never)
    private final func postToLoop(_ message: Message, from author: AnyObject?, _ work: inout DeferredWork) {
        guard !isEnded, let inlet = inlet(of: Message.self) else { return }
        if inlet.push(message, from: author, &work), markEnded() { work.performLater(self) }
    }

    /// Calls the closure with the inbox, which need not be retained for that.
    @inline(__always)
    private final func withInbox<Result>(_ act: (Inbox<Message>) -> Result) -> Result {
        Unmanaged.passUnretained(inbox.unsafelyUnwrapped)._withUnsafeGuaranteedRef {
            act(unsafeDowncast($0, to: Inbox<Message>.self))
        }
    }

    /// Handles messages on the lane of the place.
    final override func run(_ count: Int) -> AnyObject? {
        if mayDropMessages { return runLimited(count) }
        return withInbox { inbox in
            let job = inbox.take(count) {
                ring(inbox)
            } _: {
                handle($0, from: $1)
            }
            finishTurn(of: inbox)
            return job
        }
    }

    @inline(never)
    private final func runLimited(_ count: Int) -> AnyObject? {
        let inbox = unsafeDowncast(inbox.unsafelyUnwrapped, to: BoundedInbox<Message>.self)
        var count = count, job: Job?
        while count > 0 {
            let turn = inbox.nextTurn(&count)
            if turn.isAwaited { ring(inbox) }
            if turn.missed > 0, let missed = inbox.missed { handle { missed(turn.missed) } }
            switch turn.content {
            case .message:
                let message = inbox.takeMessage()
                if let carried = turn.carried {
                    carried.run { handle(message, from: turn.author) }
                } else {
                    handle(message, from: turn.author)
                }
            case .batch: handle { inbox.batching?.handle(turn.batch, turn.author, registrar.livingAuthor) }
            case .cutOff: end(because: .tooSlow)
            case .nothing: break
            }
            if let last = turn.job { job = last }
        }
        finishTurn(of: inbox)
        return job
    }

    /// Notifies waiters for the beginning of the entry that has just begun.
    @inline(never)
    private final func ring(_ inbox: AnyInbox) { if inbox.tellWaiters() { registrar.makeRoom() } }

    /// Records that the run is done, so that the handler has returned.
    ///
    /// The step is even before the marks are loaded, as `retireIfHandling` says.
    @inline(__always)
    private final func finishTurn(of inbox: AnyInbox) {
        let isAwaited = inbox.steps.finish()
        if isRetired { letGo() }
        if isAwaited { _ = inbox.tellWaiters() }
    }

    /// Calls the handler immediately, if the observer lives and the observation has not ended.
    @inline(__always)
    final func handle(_ message: Message, from author: AnyObject?) {
        guard isObserverMortal else { return call(message, from: author) }
        willLoadWeakReference()
        guard let observer = livingObserver else {
            end(because: .observerDied)
            return
        }
        call(message, from: author)
        extendLifetime(observer)
    }

    /// Calls other code of the client, if the observer lives and the observation has not ended.
    private final func handle(_ act: () -> Void) {
        guard isObserverMortal else { return isEnded ? () : act() }
        willLoadWeakReference()
        guard let observer = livingObserver else {
            end(because: .observerDied)
            return
        }
        if !isEnded { act() }
        extendLifetime(observer)
    }

    @inline(__always)
    private final func call(_ message: Message, from author: AnyObject?) {
        if isSpecial { return callAndCount(message, from: author) }
        callHandler(message, author)
    }

    @inline(__always)
    private final func callHandler(_ message: Message, _ author: AnyObject?) {
        if readsAuthor {
            unsafeDowncast(self, to: ObservationWithAuthor<Message>.self).handleWithAuthor(message, author)
        } else {
            handlePlainly(message)
        }
    }

    /// Calls the handler and counts the call, or does nothing if the observation has ended.
    @inline(never)
    private final func callAndCount(_ message: Message, from author: AnyObject?) {
        if isEnded { return }
        // The probe isn't retained: a thread that drops it waits until no in-place handler runs.
        let probe = activeProbe.map { Unmanaged.passUnretained($0) }
        probe?._withUnsafeGuaranteedRef { $0.beginCall() }
        callHandler(message, author)
        probe?._withUnsafeGuaranteedRef { $0.endCall() }
    }
}

/// An observation with a handler that reads authors.
final class ObservationWithAuthor<Message>: Observation<Message>, @unchecked Sendable {

    fileprivate let handleWithAuthor: @Sendable (Message, AnyObject?) -> Void

    required init(
        of registrar: ObservationRegistrar, receiver: LockedReceiverState? = nil, isObserverMortal: Bool = false,
        inbox: AnyInbox? = nil, extras: ObservationExtras? = nil, handler: consuming Handler<Message>
    ) {
        switch consume handler {
        case .message: preconditionFailure("The handler reads no authors.")
        case .messageWithAuthor(let handle): handleWithAuthor = { handle($0, registrar.livingAuthor($1)) }
        case .relay(let handle): handleWithAuthor = handle
        }
        super.init(
            of: registrar, receiver: receiver, isObserverMortal: isObserverMortal, inbox: inbox, extras: extras,
            handler: .relay { _, _ in })
    }
}

extension Handler {

    /// The type of observations with this handler.
    var observationType: Observation<Message>.Type {
        readsAuthor ? ObservationWithAuthor<Message>.self : Observation<Message>.self
    }
}

extension AnyObservation {

    /// The observation as one of messages of that type.
    ///
    /// An office only ever gets messages and observations of one type.
    @inline(__always)
    final func of<Message>(_: Message.Type) -> Observation<Message> {
        unsafeDowncast(self, to: Observation<Message>.self)
    }

    /// Posts a message, and possibly the farewell, to the inbox or to loops.
    ///
    /// Only call this on an observation with an inbox or a feed, as `isHopped` says.
    @inline(__always)
    final func post<Message>(
        _ message: Message, from author: AnyObject?, isFarewell: Bool, _ work: inout DeferredWork
    ) {
        of(Message.self).post(message, from: author, &work)
        if isFarewell { postFarewell(&work) }
    }
}

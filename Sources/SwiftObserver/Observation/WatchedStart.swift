extension Receiver {

    /// Whether the observer returns this receiver when it's asked again.
    func isStored(by observer: AnyObject) -> Bool {
        guard let observer = observer as? any Observer else { return true }
        return observer.receiver === self
    }

    /// Tells what is probably not meant when an observation is about to start.
    @inline(never)
    func check<Message>(_ handler: borrowing Handler<Message>, of observer: AnyObject, at startPoint: StartPoint) {
        if handler.isCaptureOnly(observer), isMortal(observer) {
            WatchLog.shared.didMake(.capturedObserver(type(of: observer), startPoint))
        }
    }

    /// Notes where an observation is about to start, and who observes.
    @inline(never)
    func watch(_ observation: AnyObservation, by observer: AnyObject, at startPoint: StartPoint?) {
        observation.willStart(at: startPoint, by: type(of: observer))
        if !isStored(by: observer) {
            WatchLog.shared.didMake(.newReceiver(observer: type(of: observer), startPoint))
        }
    }
}

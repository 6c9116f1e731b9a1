/// A transform whose latest message is made of that of its origin, which is buffered.
protocol BufferedTransform: AnyObject {

    /// Starts an observation of the transform with the latest message.
    func startWithLatestOfOrigin(_ observation: AnyObservation)
}

extension Transform where Origin: BufferedMessageSource {

    /// Lets the latest message of the origin stand in line there. When it's delivered, all that the origin sent before has
    /// been passed on, and nothing that it sent later. So that's the moment to begin.
    func begin(
        _ pending: PendingStart<Output>, withLatest make: @escaping @Sendable (Origin.Message) -> Output
    ) {
        let origin = currentOrigin
        let begin = UncheckedSendable { [weak self, weak origin] (message: Origin.Message, author: AnyObject?) in
            willLoadWeakReference()
            guard let self else { return }
            if self.currentOrigin === origin {
                pending.begin(with: (make(message), author: author))
            } else {
                self.begin(pending, withLatest: make)
            }
        }
        observeOnce(StartingWithLatest(origin), at: nil) { end in .relay { if end() { begin.value($0, $1) } } }
    }
}

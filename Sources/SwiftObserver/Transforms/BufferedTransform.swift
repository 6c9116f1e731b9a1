/// A transform that makes its latest message from that of its buffered origin.
protocol BufferedTransform: AnyObject {

    /// Starts an observation of the transform with the latest message.
    func startWithLatestOfOrigin(_ observation: AnyObservation)
}

extension Transform where Origin: BufferedMessageSource {

    /// Starts a pending observation with the latest message of the origin.
    ///
    /// That message is enqueued among the pending messages of the origin. When it's delivered,
    /// everything that the origin sent before has been passed on, and nothing that it sent later.
    /// At that moment, the observation begins.
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

/// An observable, and the observation through which another one passes on its messages.
struct SourceLink<Source: MessageSource> {

    let source: Source
    let observation: Observation<Source.Message>?

    /// Ends the observation, and releases the observable.
    ///
    /// For long chains, this takes no more stack than for short ones.
    consuming func release() {
        observation?.end()
        Trampoline.release(self)
    }
}

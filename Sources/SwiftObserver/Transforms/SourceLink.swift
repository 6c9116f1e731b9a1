/// An observable and the observation by which another one passes on its messages.
struct SourceLink<Source: MessageSource> {

    let source: Source
    let observation: Observation<Source.Message>?

    /// Ends the observation and releases the observable, without a stack that grows with chains.
    consuming func release() {
        observation?.end()
        Trampoline.release(self)
    }
}

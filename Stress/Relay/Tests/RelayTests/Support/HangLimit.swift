import Dispatch

extension Duration {

    /// The limit that ends a wait that would hang.
    ///
    /// Only a broken relay makes a test wait this long, even on a busy machine. All tests begin at
    /// the same time and share the threads of the machine. So a single wait may take as long as the
    /// whole run. That is shorter than this limit, and this limit is shorter than the time after
    /// which the gate ends a step.
    static let hangLimit = Duration.seconds(1200)
}

extension DispatchTime {

    /// The hang limit, from now on.
    static var hangLimit: DispatchTime { .now() + .seconds(Int(Duration.hangLimit.components.seconds)) }
}

import Dispatch

extension Duration {

    /// Ends a wait that would hang. Only a broken relay makes a test wait for so long, however busy the machine is.
    ///
    /// All tests begin at once and share the threads of the machine, so a single wait may take as long as the whole run. That is
    /// shorter than this, and this is shorter than the time after which the gate ends a step.
    static let hangLimit = Duration.seconds(1200)
}

extension DispatchTime {

    /// The hang limit, from now on.
    static var hangLimit: DispatchTime { .now() + .seconds(Int(Duration.hangLimit.components.seconds)) }
}

import Dispatch
import Testing

extension Duration {

    /// Ends a wait that would hang. Only a broken library makes a test wait for so long, however busy the machine is.
    ///
    /// All tests begin at once and share the threads of the machine, so a single wait may take as long as the whole run. That is
    /// shorter than this, and this is shorter than the time after which the gate ends a step.
    static let hangLimit = Duration.seconds(1200)

    /// A timeout that expires in any case: the test itself holds back what is waited for. It doesn't matter how long that takes.
    static let expiring = Duration.milliseconds(1)
}

extension DispatchTime {

    /// The hang limit, from now on.
    static var hangLimit: DispatchTime { .now() + .seconds(Int(Duration.hangLimit.components.seconds)) }
}

extension Trait where Self == TimeLimitTrait {

    /// Ends a test that would take hours if the library were broken.
    static var hangLimit: Self { .timeLimit(.minutes(30)) }
}

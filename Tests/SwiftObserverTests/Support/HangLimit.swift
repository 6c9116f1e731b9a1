import Dispatch
import Testing

extension Duration {

    /// A limit that ends a wait that would hang.
    ///
    /// Only a broken library makes a test wait for that long, however busy the machine is. All
    /// tests begin at once and share the threads of the machine, so a single wait may take as long
    /// as the whole run. The limit is longer than a run, and shorter than the time after which the
    /// gate ends a step.
    static let hangLimit = Duration.seconds(1200)

    /// A timeout that always expires, because the test holds back what it waits for. The duration
    /// doesn't matter.
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

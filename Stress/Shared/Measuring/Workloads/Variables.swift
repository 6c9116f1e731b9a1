import SwiftObserver

#if os(Linux) && compiler(>=6.2)
    import Observation
#endif

extension Workload {

    package static func setVariable() -> Workload {
        let variable = Var(0), observer = MeasuredObserver(), locked = LockedClosures(1, handle)
        observer.observe(variable) { sum &+= $0.new }
        return Workload(
            "set a variable", count: 200_000,
            [
                Contender("variable <- value") { for number in 0..<$0 { variable <- number } },
                Contender("variable += 1") {
                    for _ in 0..<$0 { variable += 1 }
                    withExtendedLifetime(observer) {}
                },
            ] + trackedChanges() + [
                Contender("mutex floor of a send") { for number in 0..<$0 { locked.send(number) } }
            ])
    }

    /// Contenders that use Swift's Observation, which reports one change.
    ///
    /// To receive the next one, a client tracks the value again.
    private static func trackedChanges() -> [Contender] {
        #if os(Linux) && compiler(>=6.2)
            let tracked = TrackedNumber()
            return [
                Contender("Observation") {
                    for number in 0..<$0 {
                        withObservationTracking {
                            sum &+= tracked.value
                        } onChange: {
                            sum &+= 1
                        }
                        tracked.set(number)
                    }
                }
            ]
        #else
            return []
        #endif
    }
}

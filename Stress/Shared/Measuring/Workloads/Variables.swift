import SwiftObserver

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
                Contender("mutex floor of a send") { for number in 0..<$0 { locked.send(number) } },
            ])
    }
}

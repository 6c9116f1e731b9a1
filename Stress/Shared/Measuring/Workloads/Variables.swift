import SwiftObserver

extension Workload {

    package static func setVariable() -> Workload {
        let variable = Var(0), dog = Dog(), locked = LockedClosures(1, handle)
        dog.observe(variable) { sum &+= $0.new }
        return Workload(
            "set a variable", count: 200_000,
            [
                Contender("variable <- value") { for number in 0..<$0 { variable <- number } },
                Contender("variable += 1") {
                    for _ in 0..<$0 { variable += 1 }
                    withExtendedLifetime(dog) {}
                },
                Contender("mutex floor of a send") { for number in 0..<$0 { locked.send(number) } },
            ])
    }
}

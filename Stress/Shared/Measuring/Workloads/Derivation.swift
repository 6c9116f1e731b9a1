import SwiftObserver

// Derived values, next to what they consist of.
extension Workload {

    static func derivation() -> [Workload] {
        [derivedValues(), readDerivedValue(), unobservedDerivedValue(), severalVariables()]
    }

    private static func derivedValues() -> Workload {
        let alone = Var(0), observer = MeasuredObserver(), byHand = LockedDiamond(handle)
        observer.observe(alone) { handle($0.new) }
        let one = Var(0), next = Derived(one) { $0 &+ 1 }
        observer.observe(next) { handle($0.new) }
        let root = Var(0), left = Derived(root) { $0 &+ 1 }, right = Derived(root) { $0 &* 2 }
        let top = Derived(left, right) { $0 &+ $1 }
        observer.observe(top) { handle($0.new) }
        return Workload(
            "derived values", count: 100_000,
            [
                Contender("set the source of one") {
                    for number in 0..<$0 { one <- number + 1 }
                    withExtendedLifetime(next) {}
                },
                Contender("set the source of a diamond") {
                    for number in 0..<$0 { root <- number + 1 }
                    withExtendedLifetime(top) {}
                },
                Contender("the diamond by hand behind a mutex") { for number in 0..<$0 { byHand.set(number + 1) } },
                Contender("set an observed variable") {
                    for number in 0..<$0 { alone <- number + 1 }
                    withExtendedLifetime(observer) {}
                },
            ])
    }

    private static func readDerivedValue() -> Workload {
        let variable = Var(0), observer = MeasuredObserver()
        let observed = Derived(variable) { $0 &+ 1 }, remembered = Derived(variable) { $0 &+ 2 }
        observer.observe(observed) { handle($0.new) }
        return Workload(
            "read derived values", count: 400_000,
            [
                Contender("an observed one") {
                    for _ in 0..<$0 { handle(observed.value) }
                    withExtendedLifetime(observer) {}
                },
                Contender("a remembered one") { for _ in 0..<$0 { handle(remembered.value) } },
                Contender("a variable") { for _ in 0..<$0 { handle(variable.value) } },
            ])
    }

    private static func unobservedDerivedValue() -> Workload {
        let alone = Var(0), variable = Var(0), derived = Derived(variable) { $0 &+ 1 }
        handle(derived.value)
        return Workload(
            "unobserved derived values", count: 400_000,
            [
                Contender("set the source of one") {
                    for number in 0..<$0 { variable <- number + 1 }
                    withExtendedLifetime(derived) {}
                },
                Contender("set a variable") { for number in 0..<$0 { alone <- number + 1 } },
            ])
    }

    private static func severalVariables() -> Workload {
        let observer = MeasuredObserver(), a = Var(0), b = Var(0), c = Var(0), d = Var(0)
        let left = Var(0), right = Var(0), sum = Derived(left, right) { $0 &+ $1 }
        for variable in [a, b, c, d] { observer.observe(variable) { handle($0.new) } }
        observer.observe(sum) { handle($0.new) }
        return Workload(
            "change two variables", count: 50_000,
            [
                Contender("in one step") {
                    for number in 0..<$0 { change(a, b) { ($0, $1) = (number + 1, number + 2) } }
                },
                Contender("the sources of one, in one step") {
                    for number in 0..<$0 { change(left, right) { ($0, $1) = (number + 1, number + 2) } }
                    withExtendedLifetime(sum) {}
                },
                Contender("set both, one after the other") {
                    for number in 0..<$0 {
                        c <- number + 1
                        d <- number + 2
                    }
                    withExtendedLifetime(observer) {}
                },
            ])
    }
}

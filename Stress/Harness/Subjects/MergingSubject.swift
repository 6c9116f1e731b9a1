import Dispatch
import SwiftObserver

/// A number whose updates are merged while they wait.
protocol MergingSubject: AnyObject, Sendable {
    init()
    var number: Int { get }
    func increment()
    func observeMerged(
        on queue: DispatchQueue, _ receive: @escaping @Sendable (_ old: Int, _ new: Int) -> Void
    ) -> any SubjectObservation
    func hearMerged() -> Messages<Update<Int>>
}

/// The library's variable under attack. Subclasses break it.
class SwiftObserverMergingCounter: MergingSubject, @unchecked Sendable {

    let variable = Var(0)

    required init() {}

    var number: Int { variable.value }
    func increment() { variable += 1 }

    func observeMerged(
        on queue: DispatchQueue, _ receive: @escaping @Sendable (_ old: Int, _ new: Int) -> Void
    ) -> any SubjectObservation {
        let observation = LatestObservation()
        observation.observe(variable).on(queue).merging().receive { receive($0.old, $0.new) }
        return observation
    }

    func hearMerged() -> Messages<Update<Int>> { variable.mergedMessages() }
}

import StressSupport
import SwiftObserver

/// An observable, of whatever type, and what the fuzzer knows about it.
class Spot: @unchecked Sendable {

    /// Identifies the observable in a world.
    let number: Int

    /// Greater than that of its origins, so that no observable is its own origin.
    let rank: Int

    let rules: Rules

    private let heard = Guarded<[Heard]>([])

    init(_ number: Int, rank: Int, _ rules: Rules) {
        self.number = number
        self.rank = rank
        self.rules = rules
    }

    func note(_ heard: Heard) {
        self.heard.withLock {
            if $0.count > 200 { $0.removeFirst(100) }
            $0.append(heard)
        }
    }

    /// Does something that ends all observations, and remembers that these are over.
    func end(_ end: () -> Void) {
        var ended: [Heard] = []
        heard.withLock { swap(&$0, &ended) }
        end()
        for heard in ended { heard.end() }
    }

    func start(_ way: Way, by dog: Dog, _ now: inout Now) throws {}
    func stopBeingObserved() {}
    func stopBeingObserved(by dog: Dog) {}
    func stop(_ dog: Dog) {}
    func isObserved(by dog: Dog) -> Bool { false }
    func loop(_ policy: MessageBuffering, withAuthors: Bool, _ now: inout Now) {}
}

/// An observable of one type.
///
/// `@unchecked Sendable` because the observable is, and what else there is never changes.
final class SpotOf<O: Observable & Sendable>: Spot, @unchecked Sendable where O.Message: Stamped {

    let observable: O

    /// Exchanges the origin, if the observable has one that was made for that.
    let replaceOrigin: (@Sendable (Spot, _ startingWithLatest: Bool) -> Void)?

    /// Who dies together with this.
    private let owner: AnyObject?

    init(
        _ observable: O, _ number: Int, rank: Int = 0, _ rules: Rules, owner: AnyObject? = nil,
        replaceOrigin: (@Sendable (Spot, Bool) -> Void)? = nil
    ) {
        self.observable = observable
        self.owner = owner
        self.replaceOrigin = replaceOrigin
        super.init(number, rank: rank, rules)
    }

    override func stopBeingObserved() { end { observable.stopBeingObserved() } }
    override func stopBeingObserved(by dog: Dog) { dog.end(of: number) { observable.stopBeingObserved(by: dog) } }
    override func stop(_ dog: Dog) { dog.end(of: number) { dog.stopObserving(observable) } }
    override func isObserved(by dog: Dog) -> Bool { dog.isObserving(observable) }

    override func start(_ way: Way, by dog: Dog, _ now: inout Now) throws {
        let observer = way.isFree ? nil : dog
        let ear = now.ear(of: self, by: observer, way.rules)
        try start(way, by: dog, ear, &now)
        observer?.note(ear.heard)
        note(ear.heard)
    }

    private func start(_ way: Way, by dog: Dog, _ ear: Ear, _ now: inout Now) throws {
        switch way {
        case .plain: dog.observe(observable) { ear.hear($0) }
        case .withAuthor: dog.observe(observable) { ear.hear($0, from: $1) }
        case .onQueue: dog.observe(observable, on: now.queue()) { ear.hear($0) }
        case .onQueueWithAuthor: dog.observe(observable, on: now.queue()) { ear.hear($0, from: $1) }
        case .onActor: dog.observe(observable, on: try now.kennel()) { ear.hear($1) }
        case .onActorWithAuthor: dog.observe(observable, on: try now.kennel()) { ear.hear($1, from: $2) }
        case .free: observe(observable) { ear.hear($0) }
        case .freeWithAuthor: observable.observed { ear.hear($0, from: $1) }
        case .freeOnQueue: observable.observed(on: now.queue()) { ear.hear($0) }
        case .freeOnActor: observable.observed(on: try now.kennel()) { ear.hear($1) }
        case .once: observeOnce(observable) { ear.hear($0) }
        case .onceOnQueue: observable.observedOnce(on: now.queue()) { ear.hear($0, from: $1) }
        case .adHoc:
            let map = now.touch(), filter = now.touch()
            dog.observe(observable).map { map.pass($0) }.filter { filter.admits($0) }.receive { ear.hear($0) }
        case .adHocOnQueue:
            let map = now.touch(), author = try now.author()
            dog.observe(observable, on: now.queue()).notFrom(author).map { map.pass($0) }.receive {
                ear.hear($0, from: $1)
            }
        case .adHocFree:
            let map = now.touch(), filter = now.touch()
            observable.observed().filterAuthor { _ in true }.map { .some(map.pass($0)) }.unwrap()
                .filter { filter.admits($0) }.receive { ear.hear($0) }
        }
    }

    override func loop(_ policy: MessageBuffering, withAuthors: Bool, _ now: inout Now) {
        let ear = now.ear(of: self, by: nil, .mayEndInside), limit = now.random.below(20)
        if withAuthors {
            now.loop(observable.messagesWithAuthors(buffering: policy), limit) { ear.hear($0.message, from: $0.author) }
        } else {
            now.loop(observable.messages(buffering: policy), limit) { ear.hear($0) }
        }
    }
}

/// How to observe.
enum Way: String, CaseIterable {
    case plain, withAuthor, onQueue, onQueueWithAuthor, onActor, onActorWithAuthor
    case free, freeWithAuthor, freeOnQueue, freeOnActor, once, onceOnQueue, adHoc, adHocOnQueue, adHocFree

    /// Whether no dog observes.
    var isFree: Bool {
        switch self {
        case .free, .freeWithAuthor, .freeOnQueue, .freeOnActor, .once, .onceOnQueue, .adHocFree: true
        default: false
        }
    }

    var rules: Rules {
        switch self {
        case .once, .onceOnQueue: .once
        // Some messages don't get through, so updates form no chain.
        case .adHoc, .adHocOnQueue, .adHocFree: .mayEndInside
        default: []
        }
    }
}

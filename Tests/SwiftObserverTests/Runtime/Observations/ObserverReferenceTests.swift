import Synchronization
import Testing

@testable import SwiftObserver

/// Properties of the language's runtime on which references to observers rely.
///
/// An unowned reference keeps the memory of a dead object. In it, `swift_tryRetain`, which isn't
/// documented, sees that the end of the object has begun.
@Suite struct ObserverReferenceTests {

    @Test func `without an observer, none is found`() {
        let referrer = Referrer()
        #expect(referrer.findsNobody)
    }

    // MARK: - Finding

    @Test(arguments: Kind.allCases, Company.allCases)
    func `an observer is found until its end begins, whoever else refers to it`(_ kind: Kind, company: Company) {
        for comesFirst in [true, false] {
            var observer: AnyObject? = kind.make(), others = References()
            let referrer = Referrer(), isNobodyFoundAtEnd = Recorder<Bool>()
            if comesFirst { others.add(company, of: observer!) }
            #expect(referrer.refer(to: observer!))
            if !comesFirst { others.add(company, of: observer!) }
            #expect(referrer.finds(observer!))
            others.strong = []
            #expect(referrer.finds(observer!))
            End.watch(observer!) { _ in isNobodyFoundAtEnd.record(referrer.findsNobody) }
            observer = nil
            #expect(isNobodyFoundAtEnd.values == [true])
            #expect(referrer.findsNobody)
            withExtendedLifetime(others) {}
        }
    }

    @Test func `an observer with more than a million references is found until its end begins`() {
        var observer: AnyObject? = Kind.small.make(), others = References()
        let referrer = Referrer()
        for company in Company.allCases { others.add(company, of: observer!) }
        others.strong = Array(repeating: observer!, count: 1 << 20 + 1)
        #expect(referrer.refer(to: observer!))
        observer = nil
        #expect(referrer.finds(others.strong[0]))
        others.strong = []
        #expect(referrer.findsNobody)
        withExtendedLifetime(others) {}
    }

    /// Some are in the program's own memory, and none of them counts its references.
    @Test func `an observer that never dies is always found`() {
        let emptyArray = unsafeBitCast([Int](), to: AnyObject.self)
        for observer in [Singleton.shared, WithoutFields.shared, emptyArray] {
            let lasting = Referrer()
            #expect(lasting.refer(to: observer))
            for _ in 0..<1000 {
                let passing = Referrer()
                guard passing.refer(to: observer), passing.finds(observer), lasting.finds(observer) else {
                    Issue.record("It wasn't found.")
                    break
                }
            }
            #expect(lasting.finds(observer))
        }
        #expect(Singleton.shared.number == 7)
    }

    @Test(arguments: Kind.allCases, [Company.nobody, .weak])
    func `finding an observer leaves no reference behind`(_ kind: Kind, company: Company) {
        var observer: AnyObject? = kind.make(), others = References()
        let referrer = Referrer(), deaths = Recorder<Void>()
        others.add(company, of: observer!)
        #expect(referrer.refer(to: observer!))
        var finds = 0
        for _ in 0..<10_000 where referrer.finds(observer!) { finds += 1 }
        #expect(finds == 10_000)
        let isUnique = isKnownUniquelyReferenced(&observer)
        #expect(isUnique)
        End.watch(observer!) { _ in deaths.record(()) }
        observer = nil
        for _ in 0..<10_000 where !referrer.findsNobody { finds += 1 }
        #expect(finds == 10_000 && deaths.count == 1)
        withExtendedLifetime(others) {}
    }

    // MARK: - The end of an observer

    @Test(arguments: Kind.allCases)
    func `an observer whose end has begun is known, but not found`(_ kind: Kind) {
        let referrer = Referrer(), isKnown = Recorder<Bool>(), deaths = Recorder<Void>()
        var observer: AnyObject? = kind.make()
        #expect(referrer.refer(to: observer!))
        End.watch(observer!) {
            isKnown.record(referrer.refer(to: $0, isAddressReserved: true))
            isKnown.record(referrer.refer(to: $0, isAddressReserved: false))
            deaths.record(())
        }
        observer = nil
        #expect(isKnown.values == [true, false])
        #expect(deaths.count == 1 && referrer.findsNobody)
    }

    @Test(arguments: Kind.allCases)
    func `an observer that is first referred to when its end has begun is never found`(_ kind: Kind) {
        let referrer = Referrer(), isNobodyFound = Recorder<Bool>()
        var observer: AnyObject? = kind.make()
        End.watch(observer!) {
            _ = referrer.refer(to: $0)
            isNobodyFound.record(referrer.findsNobody)
        }
        observer = nil
        #expect(isNobodyFound.values == [true])
        #expect(referrer.findsNobody)
        let others = (0..<1000).map { _ in kind.make() }
        #expect(others.filter(referrer.isOf).isEmpty)
    }

    /// Its actor runs the deinitializer long after the last reference is gone.
    @Test @MainActor func `an observer that is waiting for its actor to die there isn't found`() async {
        let referrer = Referrer(), isNobodyFoundAtEnd = Recorder<Bool>()
        let observer = LockedBox<OnMainActor?>(OnMainActor { isNobodyFoundAtEnd.record(referrer.findsNobody) })
        #expect(observer.withLock { referrer.refer(to: $0!) })
        #expect(observer.withLock { referrer.finds($0!) })
        onOtherThread { observer.empty() }
        #expect(referrer.findsNobody)
        #expect(isNobodyFoundAtEnd.values == [])
        await eventually { isNobodyFoundAtEnd.count > 0 }
        #expect(isNobodyFoundAtEnd.values == [true])
        #expect(referrer.findsNobody)
    }

    // MARK: - The memory of an observer

    @Test(arguments: Kind.allCases, Company.allCases)
    func `a reference keeps the memory of its observer until it's gone itself`(_ kind: Kind, company: Company) {
        var observer: AnyObject? = kind.make(), others = References(), referrer: Referrer? = Referrer()
        // keeps the memory, so that this test can inspect it
        let keeper = Unowned(object: observer!), address = Unmanaged.passUnretained(observer!).toOpaque()
        others.add(company, of: observer!)
        let countBefore = unownedReferences(address)
        #expect(referrer!.refer(to: observer!))
        #expect(unownedReferences(address) == countBefore + 1)
        others.strong = []
        withExtendedLifetime(observer) {}
        observer = nil
        #expect(referrer!.findsNobody)
        let countAfter = unownedReferences(address)
        withExtendedLifetime(referrer) {}
        referrer = nil
        #expect(unownedReferences(address) == countAfter - 1)
        withExtendedLifetime((keeper, others)) {}
    }

    @Test(arguments: Kind.allCases)
    func `no other object gets the address of an observer as long as it's referred to`(_ kind: Kind) {
        let referrer = Referrer()
        var observer: AnyObject? = kind.make()
        #expect(referrer.refer(to: observer!))
        #expect(referrer.isOf(observer!))
        observer = nil
        var mistakes = 0
        for _ in 0..<5000 where referrer.isOf(kind.make()) { mistakes += 1 }
        let others = (0..<10_000).map { _ in kind.make() }
        mistakes += others.filter(referrer.isOf).count
        #expect(mistakes == 0)
        #expect(referrer.findsNobody)
    }

    @Test(arguments: Kind.allCases, [true, false])
    func `no other object is taken for an observer, alive or dead`(_ kind: Kind, isAddressReserved: Bool) {
        let referrer = Referrer(), other = kind.make()
        var observer: AnyObject? = kind.make()
        #expect(referrer.refer(to: observer!, isAddressReserved: isAddressReserved))
        #expect(!referrer.refer(to: other, isAddressReserved: isAddressReserved))
        #expect(referrer.refer(to: observer!, isAddressReserved: isAddressReserved))
        #expect(referrer.finds(observer!))
        observer = nil
        #expect(!referrer.refer(to: other, isAddressReserved: isAddressReserved))
        for _ in 0..<1000 where referrer.refer(to: kind.make(), isAddressReserved: isAddressReserved) {
            Issue.record("Another object was taken for the dead one.")
        }
        #expect(referrer.findsNobody)
    }

    // MARK: - Many threads

    @Test func `whoever finds an observer has it alive, and nobody finds it when its end has begun`() {
        let mistakes = Recorder<String>()
        for _ in 0..<300 where mistakes.count == 0 {
            let referrer = Referrer(), life = Life(), isFound = Gate()
            let lastReference = LockedBox<Living?>(Living(life))
            #expect(lastReference.withLock { referrer.refer(to: $0!) })
            onThreads(4) { index in
                guard index > 0 else {
                    isFound.pass()
                    return lastReference.empty()
                }
                for attempt in 0..<10_000 {
                    let hasEnded = life.hasEnded.load(ordering: .acquiring)
                    guard let object = referrer.object else { return }
                    if hasEnded { mistakes.record("It was found when its end had begun.") }
                    let living = unsafeDowncast(object, to: Living.self)
                    if !living.isAlive.load(ordering: .relaxed) { mistakes.record("It was found dead.") }
                    if living.life !== life { mistakes.record("It had lost its fields.") }
                    if attempt == 0 { isFound.open() }
                }
            }
            #expect(life.ends.load(ordering: .relaxed) == 1 && referrer.findsNobody)
        }
        #expect(Set(mistakes.values).isEmpty)
    }
}

// MARK: - Referring to observers

/// Has a reference to an observer, like a receiver, and the pin, like an observation.
private final class Referrer: @unchecked Sendable {

    private var reference = ObserverReference()
    private var pin: ObserverPin?

    func refer(to object: AnyObject, isAddressReserved: Bool = ObserverReference.isAddressReserved) -> Bool {
        guard let known = reference.pin(object, isAddressReserved: isAddressReserved) else { return false }
        pin = known
        return true
    }

    /// The object that the pin finds.
    var object: AnyObject? { pin?.observer }

    func finds(_ object: AnyObject) -> Bool { reference.observer === object && pin?.observer === object }
    var findsNobody: Bool { reference.observer == nil && pin?.observer == nil }
    func isOf(_ object: AnyObject) -> Bool { pin!.isOf(object) }
}

/// Returns the runtime's number of unowned references to an object, which may be dead. Until it's
/// dead, all its strong references together count as one.
@_silgen_name("swift_unownedRetainCount")
private func unownedReferences(_ address: UnsafeRawPointer) -> Int

/// Kinds of other references to an observer.
enum Company: CaseIterable { case nobody, weak, formerlyWeak, unowned, strong, everybody }

/// Other references to an observer.
private struct References {

    private var weak: [WeakBox<AnyObject>] = []
    private var unowned: [Unowned] = []
    var strong: [AnyObject] = []

    mutating func add(_ company: Company, of object: AnyObject) {
        switch company {
        case .nobody: break
        case .weak: weak.append(WeakBox(object))
        // the object keeps its side table
        case .formerlyWeak:
            add(.weak, of: object)
            weak.removeLast()
        case .unowned: unowned = Array(repeating: Unowned(object: object), count: 100_000)
        case .strong: strong = Array(repeating: object, count: 100_000)
        case .everybody: for other in [Company.unowned, .weak, .strong] { add(other, of: object) }
        }
    }
}

private struct Unowned { unowned let object: AnyObject }

// MARK: - Observers

/// Calls the watcher of an object when the object's end begins. Not all objects have a field for
/// it.
private enum End {

    private static let watchers = LockedBox<[ObjectIdentifier: @Sendable (AnyObject) -> Void]>([:])

    static func watch(_ object: AnyObject, _ watcher: @escaping @Sendable (AnyObject) -> Void) {
        watchers.withLock { $0[ObjectIdentifier(object)] = watcher }
    }

    /// Must be called first by the deinitializer of each object.
    static func begins(_ object: AnyObject) {
        watchers.withLock { $0.removeValue(forKey: ObjectIdentifier(object)) }?(object)
    }
}

/// All kinds of objects that may be observers.
enum Kind: CaseIterable {

    case withoutFields, small, large, generic, roomy, fromActor, ofItself, unsafelyOfItself

    @inline(never)
    func make() -> AnyObject {
        switch self {
        case .withoutFields: WithoutFields()
        case .small: Small()
        case .large: Large()
        case .generic: Generic(["a": 1])
        case .roomy: Roomy.create(minimumCapacity: 100) { $0.capacity }
        case .fromActor: SomeActor()
        case .ofItself: OfItself()
        case .unsafelyOfItself: UnsafelyOfItself()
        }
    }
}

private final class WithoutFields: Sendable {
    static let shared = WithoutFields()
    deinit { End.begins(self) }
}

private class Small {
    private let number = 7, names = ["a", "b"]
    deinit { End.begins(self) }
}

private final class Large: Small {
    private struct Four<Part> {
        var a: Part, b: Part, c: Part, d: Part
        init(_ part: Part) { (a, b, c, d) = (part, part, part, part) }
    }
    private let numbers = Four(Four(Four(7))), texts = Four(["a", "b"])
    private weak var other: Small?
}

private final class Generic<Value> {
    private let value: Value
    init(_ value: Value) { self.value = value }
    deinit { End.begins(self) }
}

/// An object with memory after its fields.
private final class Roomy: ManagedBuffer<Int, Int> { deinit { End.begins(self) } }

private actor SomeActor {
    private var names = ["a"]
    deinit { End.begins(self) }
}

private final class OfItself {
    private unowned var itself: OfItself?
    init() { itself = self }
    deinit { End.begins(self) }
}

private final class UnsafelyOfItself {
    private unowned(unsafe) var itself: UnsafelyOfItself?
    init() { itself = self }
    deinit { End.begins(self) }
}

private final class Singleton: Sendable {
    static let shared = Singleton()
    let number = 7
}

@MainActor private final class OnMainActor {
    private let onDeath: @Sendable () -> Void
    init(onDeath: @escaping @Sendable () -> Void) { self.onDeath = onDeath }
    isolated deinit { onDeath() }
}

/// The end of an object, which others can read when the object is gone.
private final class Life: Sendable { let hasEnded = Atomic(false), ends = Atomic(0) }

private final class Living: Sendable {
    let life: Life, isAlive = Atomic(true)
    init(_ life: Life) { self.life = life }
    deinit {
        life.hasEnded.store(true, ordering: .releasing)
        isAlive.store(false, ordering: .relaxed)
        life.ends.add(1, ordering: .relaxed)
    }
}

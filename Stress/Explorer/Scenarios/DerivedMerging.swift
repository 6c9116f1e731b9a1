@testable import SwiftObserver

/// Scenarios about derived values whose observers merge updates.
extension Scenario {

    static let derivedMerging: [Scenario] = [
        Scenario("derived-merging", "the observer's queue computes what two threads change (19, 27)") { setup in
            let roots = Roots(), whole = roots.whole(), heard = HeardMessages(), listener = Listener("listener")
            listener.listen(toMerged: whole, heard, on: DispatchQueue(label: "queue"))
            setup.thread("A") {
                roots.raiseTens()
                roots.read(whole)
            }
            setup.thread("B") { roots.raiseUnits() }
            setup.finally {
                roots.expectExplanation()
                heard.expectChain("listener", from: 0, to: 11)
                withExtendedLifetime((listener, whole)) {}
            }
        },
        Scenario("derived-merging-two", "two queues compute for two observers (19, 27)", bound: 1) { setup in
            let roots = Roots(), whole = roots.whole(), heard = HeardMessages(mayOverlap: true)
            let listeners = listeners("first", "second")
            for listener in listeners { listener.listen(toMerged: whole, heard, on: DispatchQueue(label: "queue")) }
            setup.thread("A") { roots.raiseTens() }
            setup.thread("B") { roots.raiseUnits() }
            setup.finally {
                roots.expectExplanation()
                for listener in listeners { heard.expectChain(listener.name, from: 0, to: 11) }
                withExtendedLifetime((listeners, whole)) {}
            }
        },
        Scenario("derived-merging-start", "an observer that doesn't merge starts meanwhile (16, 19, 27)") {
            setup in
            let roots = Roots(), whole = roots.whole(), merged = HeardMessages(), heard = HeardMessages()
            let listeners = listeners("merging", "each")
            listeners[0].listen(toMerged: whole, merged, on: DispatchQueue(label: "queue"))
            setup.thread("A") {
                roots.raiseTens()
                roots.raiseUnits()
            }
            setup.thread("B") { listeners[1].joinWithLatest(whole, roots.history, heard) }
            setup.finally {
                merged.expectChain("merging", from: 0, to: 11)
                roots.expectExplanation(of: heard)
                withExtendedLifetime((listeners, whole)) {}
            }
        },
        Scenario("derived-merging-dependent", "a node that needs each outcome gets live meanwhile (19, 27)") {
            setup in
            let roots = Roots(), (whole, _) = roots.wholes(), top = Derived(whole, roots.units) { whole, _ in whole }
            let merged = HeardMessages(), heard = HeardMessages(), listeners = listeners("merging", "top")
            listeners[0].listen(toMerged: whole, merged, on: DispatchQueue(label: "queue"))
            setup.thread("A") {
                roots.raiseTens()
                roots.raiseUnits()
            }
            setup.thread("B") { listeners[1].joinWithLatest(top, roots.history, heard) }
            setup.finally {
                merged.expectChain("merging", from: 0, to: 11)
                roots.expectExplanation(of: heard)
                withExtendedLifetime((listeners, whole, top)) {}
            }
        },
        Scenario("derived-merging-stuck", "a stuck queue holds up no other observer that merges (6, 19, 27)") { setup in
            let roots = Roots(), whole = roots.whole(), heard = HeardMessages(mayOverlap: true)
            let listeners = listeners("stuck", "free"), queue = DispatchQueue(label: "stuck")
            let isHeard = Gate("heard")
            listeners[0].listen(toMerged: whole, heard, on: queue)
            listeners[1].observe(whole).on(DispatchQueue(label: "free")).merging().receive {
                if $0.new == 11 { isHeard.open() }
            }
            queue.async { isHeard.pass() }
            setup.thread("A") {
                roots.raiseTens()
                roots.raiseUnits()
            }
            setup.finally {
                heard.expectChain("stuck", from: 0, to: 11)
                withExtendedLifetime((listeners, whole)) {}
            }
        },
        Scenario("derived-merging-neighbor", "a place computes only what its own observer needs (6, 19, 27)", bound: 0)
        {
            setup in
            let roots = Roots(), heard = HeardMessages(mayOverlap: true), queue = DispatchQueue(label: "near")
            let isCommitted = Gate("committed"), isComputed = Gate("computed"), isHeard = Gate("heard")
            let source = Derived(roots.tens) { number in
                if number == 2 { isComputed.open() }
                return number
            }
            let near = Derived(source) { $0 }
            let far = Derived(source) { number in
                if number > 0 { isHeard.pass() }
                return number
            }
            let listeners = listeners("far", "second", "near", "source")
            listeners[0].listen(toMerged: far, heard, on: DispatchQueue(label: "far"))
            listeners[1].listen(toMerged: near, heard, on: DispatchQueue(label: "second"))
            listeners[2].observe(near).on(queue).merging().receive { _ in isHeard.open() }
            listeners[3].observe(roots.tens) { update in
                if update.new < 2 { return }
                isCommitted.open()
                isComputed.pass()
            }
            queue.async { isCommitted.pass() }
            roots.raiseTens()
            setup.thread("A") { roots.raiseTens() }
            setup.finally {
                heard.expectChain("far", from: 0, to: 2)
                heard.expectChain("second", from: 0, to: 2)
                withExtendedLifetime((listeners, source, near, far)) {}
            }
        },
        Scenario("derived-merging-stuck-drain", "a drain computes what a stuck queue can't (19, 21, 27)", bound: 1) {
            setup in
            let roots = Roots(), isComputed = Gate("computed"), heard = HeardMessages()
            let listener = Listener("stuck"), queue = DispatchQueue(label: "stuck")
            let whole = Derived(roots.tens, roots.units) { tens, units in
                if tens == 1 { isComputed.open() }
                return 10 * tens + units
            }
            listener.listen(toMerged: whole, heard, on: queue)
            queue.async { isComputed.pass() }
            setup.thread("A") {
                roots.raiseTens()
                expect(roots.tens.drain(within: forever).isEmpty, "the drain gave up")
            }
            setup.thread("B") { roots.raiseUnits() }
            setup.finally {
                heard.expectChain("stuck", from: 0, to: 11)
                withExtendedLifetime((listener, whole)) {}
            }
        },
        Scenario("derived-merging-stop", "one of two observers that merge stops meanwhile (9, 11, 19, 27)", bound: 1) {
            setup in
            let roots = Roots(), whole = roots.whole(), heard = HeardMessages(mayOverlap: true)
            let listeners = listeners("stops", "stays")
            for listener in listeners { listener.listen(toMerged: whole, heard, on: DispatchQueue(label: "queue")) }
            setup.thread("A") {
                roots.raiseTens()
                roots.raiseUnits()
            }
            setup.thread("B") {
                listeners[0].stopObserving(whole)
                heard.note("stopped")
            }
            setup.finally {
                heard.expectChain("stops", from: 0, to: nil)
                heard.expectChain("stays", from: 0, to: 11)
                withExtendedLifetime((listeners, whole)) {}
            }
        },
        Scenario("derived-merging-dies", "last words are heard if a derived value dies (12, 19, 27)") {
            setup in
            let roots = Roots(), heard = HeardMessages(), listener = Listener("listener")
            let whole = Box<Derived<Int>?>(roots.whole())
            if let whole = whole.content { listener.listen(toMerged: whole, heard, on: DispatchQueue(label: "queue")) }
            setup.thread("A") { roots.raiseTens() }
            setup.thread("B") {
                roots.raiseUnits()
                whole.drop()
            }
            setup.finally {
                heard.expectChain("listener", from: 0, to: nil)
                roots.expectNoEdges()
                expect(Captured.count == 0, "the handler is still alive")
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("derived-merging-drain", "a drain computes what waits, and waits for it (19, 21, 27)", bound: 1) {
            setup in
            let roots = Roots(), whole = roots.whole(), heard = HeardMessages(), listener = Listener("listener")
            listener.listen(toMerged: whole, heard, on: DispatchQueue(label: "queue"))
            setup.thread("A") { roots.raiseTens() }
            setup.thread("B") {
                roots.raiseUnits()
                expect(roots.units.drain(within: forever).isEmpty, "the drain gave up")
                let last = heard.by("listener").last ?? ""
                expect(last.hasSuffix("1"), "the drain didn't wait: \(heard.entries)")
            }
            setup.finally {
                heard.expectChain("listener", from: 0, to: 11)
                withExtendedLifetime((listener, whole)) {}
            }
        },
    ]
}

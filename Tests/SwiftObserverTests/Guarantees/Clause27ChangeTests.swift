import Dispatch
import SwiftObserver
import Testing

/// Several variables change in one step.
@Suite struct Clause27ChangesOfSeveralVariables {

    private let price = Var(2), amount = Var(3), dog = Dog(), heard = Recorder<String>()

    private func hear(_ variable: Var<Int>, as name: String) {
        dog.observe(variable) { [heard] in heard.record("\(name)\($0.old)-\($0.new)") }
    }

    private func hear(_ derived: Derived<Int>, as name: String) {
        dog.observe(derived) { [heard] in heard.record("\(name)\($0.old)-\($0.new)") }
    }

    // MARK: - Updates

    @Test func `each variable sends one update, and a derived value of both sends one`() {
        let total = Derived(price, amount) { $0 * $1 }
        hear(total, as: "t")
        hear(price, as: "p")
        hear(amount, as: "a")
        change(price, amount) { price, amount in
            price += 1
            amount = 2 * price
            price += 1
        }
        #expect(heard.values == ["p2-4", "a3-6", "t6-24"])
        #expect(price.value == 4 && amount.value == 6 && total.value == 24)
    }

    @Test func `a diamond is computed once`() {
        let calls = Recorder<String>()
        let sum = Derived(price, amount, function: +), product = Derived(price, amount, function: *)
        let both = Derived(sum, product, price) { sum, product, price in
            calls.record("\(sum) \(product) \(price)")
            return 100 * sum + product
        }
        hear(both, as: "b")
        change(price, amount) { price, amount in (price, amount) = (amount + 1, price) }
        #expect(calls.values == ["5 6 2", "6 8 4"])
        #expect(heard.values == ["b506-608"])
    }

    @Test func `each combination sends one update`() {
        let both = price +++ amount, other = amount +++ price, nested = both +++ other
        dog.observe(nested) { [heard] in heard.record("\($0.new.left.left) \($0.new.right.left)") }
        dog.observe(both) { [heard] in heard.record("\($0.old.left)-\($0.new.left) \($0.old.right)-\($0.new.right)") }
        let whole = Derived(both, other, amount) { both, other, amount in
            both.left == other.right && both.right == other.left && amount == both.right ? amount : -1
        }
        hear(whole, as: "w")
        change(price, amount) { price, amount in
            price = 4
            amount = 6
        }
        #expect(Set(heard.values) == ["4 6", "2-4 3-6", "w3-6"] && heard.values.count == 3)
        #expect(nested.value == Pair(Pair(4, 6), Pair(6, 4)))
    }

    @Test func `variables are heard in the order of parameters, then combinations, then derived values`() {
        let variables = [price, amount, Var(0), Var(1)]
        for (index, variable) in variables.enumerated() { hear(variable, as: "\(index): ") }
        let both = variables[3] +++ variables[1]
        let sum = Derived(both) { $0.left + $0.right }
        hear(sum, as: "sum ")
        dog.observe(both) { [heard] in heard.record("both \($0.new.left) \($0.new.right)") }
        func raise(_ order: [Int]) {
            change(variables[order[0]], variables[order[1]], variables[order[2]], variables[order[3]]) {
                $0 += 1
                $1 += 1
                $2 += 1
                $3 += 1
            }
        }
        raise([0, 1, 2, 3])
        #expect(heard.values == ["0: 2-3", "1: 3-4", "2: 0-1", "3: 1-2", "both 2 4", "sum 4-6"])
        heard.clear()
        raise([3, 1, 0, 2])
        #expect(heard.values == ["3: 2-3", "1: 4-5", "0: 3-4", "2: 1-2", "both 3 5", "sum 6-8"])
    }

    @Test func `equal values send nothing, and reach nothing`() {
        let both = price +++ amount, calls = Recorder<Int>()
        let double = Derived(amount) { amount in
            calls.record(amount)
            return 2 * amount
        }
        hear(double, as: "d")
        hear(price, as: "p")
        hear(amount, as: "a")
        dog.observe(both) { [heard] _ in heard.record("both") }
        change(price, amount) { price, amount in
            price = 7
            price = 2
            amount += 0
        }
        #expect(heard.values == [] && calls.values == [3])
        change(price, amount) { price, _ in price = 7 }
        #expect(heard.values == ["p2-7", "both"] && calls.values == [3])
    }

    @Test func `an unobserved derived value knows the change`() {
        let list = Var(["a"]), total = Derived(list, amount, price.view) { "\($0.count) \($1) \($2)" }
        #expect(total.value == "1 3 2")
        change(amount, list) { amount, list in
            amount = 5
            list.append("b")
        }
        #expect(total.value == "2 5 2")
        change(amount, list) { _, list in list.append("c") }
        #expect(total.value == "3 5 2")
    }

    @Test func `up to six variables change at once`() {
        let texts = (1...3).map { Var("\($0)") }, flag = Var(false)
        change(price, flag, texts[0]) { price, flag, text in
            price += 1
            flag = true
            text += "x"
        }
        #expect(price.value == 3 && flag.value && texts[0].value == "1x")
        let changed = change(texts[0], price, texts[1], amount, texts[2]) { one, price, two, amount, three in
            (one, two, three) = (three, one, two)
            swap(&price, &amount)
            return one + two + three
        }
        #expect(changed == "31x2" && texts.map(\.value) == ["3", "1x", "2"])
        #expect(price.value == 3 && amount.value == 3)
        hear(Derived(price, amount) { 10 * $0 + $1 }, as: "never")
        change(flag, price, amount, texts[0], texts[1], texts[2]) { flag, price, amount, one, two, three in
            flag.toggle()
            price = 8
            amount = 9
            (one, two, three) = ("a", "b", "c")
        }
        #expect(!flag.value && price.value == 8 && amount.value == 9 && texts.map(\.value) == ["a", "b", "c"])
    }

    // MARK: - Results, errors and authors

    private struct Missing: Error, Equatable { let count: Int }
    private struct Ticket: ~Copyable { let number: Int }

    @Test func `the closure may return anything`() {
        let old = change(price, amount) { price, amount -> (Int, Int) in
            defer { swap(&price, &amount) }
            return (price, amount)
        }
        #expect(old == (2, 3) && price.value == 3)
        let ticket = change(price, amount) { price, amount in Ticket(number: price + amount) }
        #expect(ticket.number == 5)
        change(price, amount, by: swap)
        #expect(price.value == 2 && amount.value == 3)
    }

    private actor Clerk {
        private var transfers = 0
        func transfer(_ money: Int, from one: Var<Int>, to other: Var<Int>) -> Int {
            change(one, other) { one, other in
                transfers += 1
                one -= money
                other += money
                return transfers
            }
        }
    }

    @Test func `the closure may use the state of the actor that runs it`() async {
        let clerk = Clerk()
        #expect(await clerk.transfer(1, from: price, to: amount) == 1)
        #expect(await clerk.transfer(1, from: price, to: amount) == 2)
        #expect(price.value == 0 && amount.value == 5)
    }

    @Test func `if the closure throws, its changes stay and are sent before the error`() {
        let total = Derived(price, amount) { $0 * $1 }
        hear(total, as: "t")
        hear(price, as: "p")
        hear(amount, as: "a")
        do throws(Missing) {
            try change(price, amount) { (price, amount) throws(Missing) in
                price = 10
                if amount < 5 { throw Missing(count: 5 - amount) }
                amount -= 5
            }
        } catch {
            heard.record("missing \(error.count)")
        }
        #expect(heard.values == ["p2-10", "t6-30", "missing 2"])
        #expect(throws: Missing(count: 1)) { try change(price, amount) { _, _ in throw Missing(count: 1) } }
        change(price, amount) { price, amount in (price, amount) = (1, 1) }
        #expect(total.value == 1)
    }

    @Test func `each variable is the author of its update, unless you name another`() {
        let other = Var(0), both = amount +++ other, total = Derived(price, amount) { $0 * $1 }
        let names = [
            ObjectIdentifier(price): "price", ObjectIdentifier(amount): "amount", ObjectIdentifier(dog): "dog",
        ]
        @Sendable func name(_ author: AnyObject) -> String { names[ObjectIdentifier(author)] ?? "nobody" }
        dog.observe(price) { [heard] _, author in heard.record("p by \(name(author))") }
        dog.observe(amount) { [heard] _, author in heard.record("a by \(name(author))") }
        dog.observe(both) { [heard] _, author in heard.record("both by \(name(author))") }
        dog.observe(total) { [heard] _, author in heard.record("total by \(name(author))") }
        change(price, amount) { price, amount in (price, amount) = (5, 6) }
        #expect(heard.values == ["p by price", "a by amount", "both by price", "total by price"])
        heard.clear()
        change(price, amount) { _, amount in amount = 7 }
        #expect(heard.values == ["a by amount", "both by amount", "total by amount"])
        heard.clear()
        change(price, amount, as: dog) { price, amount in (price, amount) = (8, 9) }
        #expect(heard.values == ["p by dog", "a by dog", "both by dog", "total by dog"])
    }

    // MARK: - Values

    @Test func `values that nothing observes aren't copied`() {
        let list = Var(Array(repeating: 0, count: 100)), other = Var([1])
        list.value.reserveCapacity(1000)
        func address(_ list: [Int]) -> UInt { list.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
        let before = address(list.value)
        change(list, other) { list, other in
            list.append(1)
            other += list
        }
        #expect(address(list.value) == before && list.value.count == 101 && other.value.count == 102)
        dog.observe(list) { [heard] in heard.record("\($0.old.count)-\($0.new.count)") }
        change(list, other) { list, _ in list.append(1) }
        #expect(heard.values == ["101-102"])
    }

    @Test func `values are compared once`() {
        let comparisons = Recorder<Int>(), one = Var(Compared(1, comparisons)), two = Var(Compared(2, comparisons))
        dog.observe(one) { [heard] in heard.record("\($0.old.number)-\($0.new.number)") }
        change(one, two) { one, two in
            one.number = 5
            two.number = 6
        }
        #expect(comparisons.count == 1 && heard.values == ["1-5"])
    }

    /// A value that calls a closure when it dies. All such values are equal if their numbers are.
    private struct MortalValue: Equatable, Sendable {
        let number: Int
        let mortal: Mortal
        static func == (left: MortalValue, right: MortalValue) -> Bool { left.number == right.number }
    }

    @Test(arguments: [1, 2])
    func `old values die when nothing is locked`(new: Int) {
        let deaths = Recorder<Void>(), other = Var(0)
        let box = LockedBox<Var<MortalValue>?>(nil)
        func value(_ number: Int) -> MortalValue {
            MortalValue(
                number: number,
                mortal: Mortal {
                    _ = box.withLock { $0 }?.value.number  // stops the program if it's locked
                    other.value += 1
                    deaths.record(())
                })
        }
        let variable = Var(value(1))
        box.withLock { $0 = variable }
        dog.observe(variable) { _ in }
        change(other, variable) { other, variable in
            other = 100
            variable = value(new)
        }
        #expect(deaths.count == 1)
        let pair = variable +++ Var(0)
        change(pair, other) { pair, other in
            pair.left = value(new)  // equal, but another object
            other = 200
        }
        #expect(deaths.count == 2 && other.value == 201)
        box.withLock { $0 = nil }
    }

    // MARK: - Combinations as parameters

    @Test func `a combination changes together with other variables`() {
        let title = Var("old"), size = price +++ amount, nested = size +++ Var(0)
        let text = Derived(title, price, amount, nested) { "\($0) \($1) \($2) \($3.left.left)" }
        dog.observe(text) { [heard] in heard.record($0.new) }
        dog.observe(size) { [heard] in heard.record("\($0.old.left) \($0.new.left)") }
        hear(price, as: "p")
        hear(amount, as: "a")
        change(size, title) { size, title in
            size.left += 5
            title = "new"
        }
        #expect(heard.values == ["p2-7", "2 7", "new 7 3 7"])
        #expect(size.value == Pair(7, 3) && nested.value.left == Pair(7, 3))
        heard.clear()
        change(title, nested) { title, nested in
            title = "newer"
            nested.left = Pair(1, 1)
        }
        #expect(heard.values == ["p7-1", "a3-1", "7 1", "newer 1 1 1"])
    }

    @Test func `a combination of a variable with itself may change`() {
        let twice = price +++ price
        hear(price, as: "p")
        hear(amount, as: "a")
        change(twice, amount) { twice, amount in
            twice.left = 5
            amount = 6
        }
        #expect(heard.values == ["p2-5", "a3-6"] && twice.value == Pair(5, 5))
    }

    @Test func `two combinations change at once`() {
        let one = price +++ amount, other = Var(1) +++ Var(2), sum = Derived(one, other) { $0.left * $1.right }
        hear(sum, as: "s")
        change(other, one) { other, one in
            other.right = one.left
            one.left = 10
        }
        #expect(heard.values == ["s4-20"])
    }

    // MARK: - Places, ends and handlers

    @Test func `on a queue, one update of each arrives, causes first`() {
        let total = Derived(price, amount) { $0 * $1 }, both = price +++ amount, queue = DispatchQueue(label: "queue")
        dog.observe(total, on: queue) { [heard] in heard.record("t\($0.new)") }
        dog.observe(both, on: queue) { [heard] in heard.record("b\($0.new.left) \($0.new.right)") }
        dog.observe(amount, on: queue) { [heard] in heard.record("a\($0.new)") }
        dog.observe(price, on: queue) { [heard] in heard.record("p\($0.new)") }
        change(price, amount) { price, amount in (price, amount) = (4, 5) }
        queue.sync {}
        #expect(heard.values == ["p4", "a5", "b4 5", "t20"])
    }

    @Test func `a handler may change the same variables again`() {
        let total = Derived(price, amount) { 100 * $0 + $1 }
        hear(total, as: "t")
        dog.observe(price) { [price, amount] _ in
            change(price, amount) { price, amount in
                if price < 5 { price += 1 }
                amount = price
            }
        }
        change(price, amount) { price, amount in (price, amount) = (3, 3) }
        #expect(heard.values == ["t203-303", "t303-404", "t404-505"])
    }

    @Test func `a closed variable changes without an update`() {
        hear(price, as: "p")
        hear(amount, as: "a")
        #expect(price.close(within: .hangLimit).isEmpty)
        change(price, amount) { price, amount in (price, amount) = (4, 5) }
        #expect(price.value == 4 && heard.values == ["a3-5"])
    }

    @Test func `an observation may end inside of a change`() {
        let total = Derived(price, amount) { $0 * $1 }
        hear(total, as: "t")
        change(price, amount) { price, amount in
            dog.stopObserving(total)
            (price, amount) = (4, 5)
        }
        #expect(heard.values == [] && total.value == 20)
    }

    // MARK: - Threads

    @Test(.timeLimit(.minutes(1)), arguments: [false, true])
    func `money that moves between accounts is never lost or doubled`(isPaired: Bool) {
        let accounts = (0..<6).map { _ in Var(1000) }, wrong = Recorder<String>()
        let sum = Derived(of: accounts) { $0.reduce(0, +) }
        let pairs = (0..<3).map { accounts[2 * $0] +++ accounts[2 * $0 + 1] }
        let sumOfPairs = Derived(of: pairs) { $0.reduce(0) { $0 + $1.left + $1.right } }
        let check: @Sendable (Int, Int) -> Void = { sum, other in
            if sum != 6000 || other != 6000 { wrong.record("\(sum) \(other)") }
        }
        let both = Derived(sum, sumOfPairs) { sum, other in
            check(sum, other)
            return sum
        }
        if isPaired { hear(both, as: "update ") }
        let balances = Recorder<Update<Int>>()
        dog.observe(accounts[0], on: DispatchQueue(label: "balances")) { balances.record($0) }
        onThreads(8) { thread in
            var random = Random(UInt64(thread + 1))
            for _ in 0..<300 {
                let from = Int.random(in: 0..<6, using: &random)
                let to = (from + Int.random(in: 1..<6, using: &random)) % 6,
                    money = Int.random(in: 1..<9, using: &random)
                switch Int.random(in: 0..<6, using: &random) {
                case 0: check(sum.value, sumOfPairs.value)
                case 1 where from / 2 != to / 2:
                    change(pairs[from / 2], accounts[to]) { pair, account in
                        pair.left -= money
                        account += money
                    }
                case 2 where from / 2 != to / 2:
                    change(pairs[to / 2], pairs[from / 2]) { into, out in
                        into.right += money
                        out.right -= money
                    }
                default:
                    change(accounts[from], accounts[to]) { from, to in
                        from -= money
                        to += money
                    }
                }
            }
        }
        #expect(accounts[0].drain(within: .hangLimit).isEmpty)
        #expect(wrong.values == [] && heard.values == [] && both.value == 6000)
        #expect(balances.values.first?.old == 1000 && balances.values.last?.new == accounts[0].value)
        #expect(zip(balances.values, balances.values.dropFirst()).allSatisfy { $0.new == $1.old })
    }

    // MARK: - Mistakes

    @Test func `a variable that is passed twice stops the program`() async {
        expectText(
            "same variable twice",
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let number = Var(1)
                change(number, number) { $0 += $1 }
            })
        expectText(
            "same variable twice",
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let text = Var(""), number = Var(1), both = number +++ Var(2), nested = both +++ Var(3)
                change(nested, text, number) { nested, _, number in number = nested.right }
            })
        expectText(
            "same variable twice",
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let number = Var(1), one = number +++ Var(2), other = Var(3) +++ number
                change(one, other) { one, other in one.left = other.left }
            })
    }

    @Test func `touching a variable inside of its change stops the program`() async {
        expectText(
            "that it was changing in place",
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let price = Var(1), amount = Var(2)
                change(price, amount) { price, _ in price = amount.value }
            })
        expectText(
            "that it was changing in place",
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let price = Var(1), amount = Var(2), other = Var(3)
                change(price, amount) { _, _ in change(other, price) { $0 += $1 } }
            })
        expectText(
            "that it was changing in place",
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let price = Var(1), amount = Var(2), both = price +++ Var(3)
                change(both, amount) { _, _ in both.value.left += 1 }
            })
    }

    @Test func `a derived value that is known has the value from before the change`() {
        let total = Derived(price, amount) { $0 * $1 }, tax = Derived(price) { $0 + 1 }
        #expect(tax.value == 3)
        hear(total, as: "t")
        let known = change(price, amount) { price, amount in
            (price, amount) = (4, 5)
            return (total.value, tax.value)
        }
        #expect(known == (6, 3))
        #expect(total.value == 20 && tax.value == 5)
    }

    @Test func `a derived value that must be computed inside of a change stops the program`() async {
        expectText(
            "had to be computed inside of `change`",
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let price = Var(1), amount = Var(2), total = Derived(price, amount) { $0 * $1 }
                change(price, amount) { price, _ in price = total.value }
            })
        expectText(
            "had to be computed inside of `change`",
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let price = Var(1), amount = Var(2), other = Derived(Var(3)) { 2 * $0 }
                change(price, amount) { price, _ in price = other.value }
            })
        expectText(
            "had to be computed inside of `change`",
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let price = Var(1), amount = Var(2), other = Derived(Var(3)) { 2 * $0 }
                change(price, amount) { _, _ in _ = other.observed { _ in } }
            })
    }

    @Test func `a comparison at the end of a change computes nothing`() async {
        struct Careless: Equatable {
            var number = 1
            static let total = Derived(Var(3)) { 2 * $0 }
            static func == (one: Self, other: Self) -> Bool { one.number == other.number && total.value == 6 }
        }
        expectText(
            "had to be computed inside of `change`",
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                change(Var(Careless()), Var(1)) { _, number in number = 2 }
            })
    }

    @Test func `a value of nothing is known inside of a change`() {
        let nothing = Derived(of: [Var<Int>]()) { $0.count }
        #expect(nothing.value == 0)
        #expect(change(price, amount) { _, _ in nothing.value } == 0)
    }

    @Test func `a handler of a change may compute derived values`() {
        let total = Derived(price, amount) { $0 * $1 }
        dog.observe(price) { [heard] _ in heard.record("\(total.value)") }
        change(price, amount) { price, amount in (price, amount) = (4, 5) }
        #expect(heard.values == ["20"])
    }

    @Test func `a function that changes its sources together stops the program`() async {
        expectText(
            "the function of a derived value changed a variable",
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let price = Var(1), amount = Var(2)
                let total = Derived(price) { number in
                    change(amount, price) { amount, price in
                        amount += 1
                        price += 1
                    }
                    return number
                }
                _ = total.value
            })
        expectText(
            "the function of a derived value changed a variable",
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let amount = Var(2)
                let bad = Derived(Self.shared) { shared in
                    change(amount, Self.shared) { _, shared in shared.append(1) }
                    return shared.count
                }
                _ = bad.value
            })
    }

    private static let shared = Var([0])

    private func expectText(_ text: String, _ stop: ExitTest.Result?) {
        let error = String(decoding: stop?.standardErrorContent ?? [], as: UTF8.self)
        #expect(error.contains(text), "\(error)")
    }
}

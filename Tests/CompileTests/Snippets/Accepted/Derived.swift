import Dispatch
import SwiftObserver

func deriveFromMany(_ prices: [Var<Int>], _ book: [String: Var<Int>], _ text: Var<String>) {
    let total = Derived(prices[0], prices[1], named: "total") { $0 + $1 }
    let three = Derived(prices[0], total, text, named: "three") { "\($0) \($1) \($2)" }
    let four = Derived(prices[0], total, text, three) { first, total, text, three in first + total + text.count }
    let some = Derived(of: prices.prefix(3)) { $0.reduce(0, +) }
    let all = Derived(of: book.values, named: "all") { $0.max() }
    let views = Derived(of: [prices[0].view, total.view]) { $0.min() ?? 0 }
    let mixed = Derived(of: [prices[0], total], named: "mixed") { values in
        let lowest = values.min()
        return lowest ?? views.value
    }
    let slice = Derived(of: prices[1...], named: "slice") { prices in
        let sum = prices.reduce(0, +)
        return sum / prices.count
    }
    print(three.value, four.value, some.value, all.value ?? 0, mixed.value, slice.value)
}

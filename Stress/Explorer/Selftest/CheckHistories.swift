/// Shows that the checker of histories accepts what the contract allows, and nothing else.
func checkHistories() -> Bool {
    typealias Operation = History.Operation
    let one = Operation(act: .send(1), call: 1, end: 4), two = Operation(act: .send(2), call: 2, end: 3)
    let later = Operation(act: .send(2), call: 5, end: 6)
    let early = Operation(act: .observe("a"), call: -4, end: -3),
        other = Operation(act: .observe("b"), call: -2, end: -1)
    let late = Operation(act: .observe("a"), call: 7, end: 8), stop = Operation(act: .stop("a"), call: 7, end: 8)
    let latest = Operation(act: .observeFromLatest("a"), call: 2, end: 3)
    let set = Operation(act: .set(5), call: 1, end: 4), add = Operation(act: .add(1), call: 5, end: 6)
    let old = Operation(act: .read(0), call: 2, end: 3), new = Operation(act: .read(5), call: 2, end: 3)
    let oldAgain = Operation(act: .read(0), call: 3, end: 4), newer = Operation(act: .read(6), call: 7, end: 8)
    let fulfilled = Operation(act: .fulfill(1), call: 1, end: 4), again = Operation(act: .fulfill(2), call: 5, end: 6)
    let cases: [(operations: [Operation], heard: [String: [String]], isAllowed: Bool)] = [
        ([early, one, two], ["a": ["1", "2"]], true),
        ([early, one, two], ["a": ["2", "1"]], true),
        ([early, one, later], ["a": ["2", "1"]], false),
        ([early, one, two], ["a": ["1"]], false),
        ([early, one, two], ["a": ["1", "2", "2"]], false),
        ([early, other, one, two], ["a": ["1", "2"], "b": ["1", "2"]], true),
        ([early, other, one, two], ["a": ["1", "2"], "b": ["2", "1"]], false),
        ([one, later, late], ["a": []], true),
        ([one, later, late], ["a": ["2"]], false),
        ([early, one, later, stop], ["a": ["1"]], false),
        ([early, one, later, Operation(act: .stop("a"), call: 5, end: 8)], ["a": ["1"]], true),
        ([early, one, stop, Operation(act: .send(3), call: 9, end: 10)], ["a": ["1", "3"]], false),
        ([set, latest, add], ["a": ["5>5", "5>6"]], true),
        ([set, latest, add], ["a": ["0>0", "0>5", "5>6"]], true),
        ([set, latest, add], ["a": ["0>0", "5>6"]], false),
        ([set, latest, add], ["a": ["5>5", "0>5", "5>6"]], false),
        ([set, add, old, newer], [:], true),
        ([set, add, new, newer], [:], true),
        ([set, add, new, oldAgain], [:], false),
        ([set, add, Operation(act: .read(5), call: 7, end: 8)], [:], false),
        ([set, add, Operation(act: .read(1), call: 2, end: 7)], [:], false),
        ([early, fulfilled, again, Operation(act: .observe("b"), call: 7, end: 8)], ["a": ["1"], "b": ["1"]], true),
        ([early, fulfilled, again], ["a": ["2"]], false),
        ([early, fulfilled, again], ["a": ["1", "2"]], false),
    ]
    var isRight = true
    for (operations, heard, isAllowed) in cases where History(operations).isExplained(heard) != isAllowed {
        say("the checker of histories should \(isAllowed ? "accept" : "reject") \(heard) after \(operations)")
        isRight = false
    }
    say("\(cases.count) histories checked, \(isRight ? "all as they should be" : "NOT all as they should be")")
    return isRight
}

import SwiftObserver
import Testing

@Suite struct ValuesTests {

    @Test func `the current value comes first, then the newest`() async {
        let number = Var(1), values = number.values()
        var iterator = values.makeAsyncIterator()
        #expect(await iterator.next() == 1)
        number <- 2
        number <- 3
        #expect(await iterator.next() == 3)
        number <- 4
        #expect(await iterator.next() == 4)
    }

    @Test func `what changed before the loop begins is skipped`() async {
        let number = Var(1), values = number.values()
        number <- 2
        number <- 3
        var iterator = values.makeAsyncIterator()
        #expect(await iterator.next() == 3)
        #expect(values.droppedCount == 2)
    }

    @Test func `a loop always gets the last value and never an older one after a newer one`() async {
        let number = Var(0), last = 2000
        let task = Task {
            var latest = -1
            for await value in number.values() {
                #expect(value > latest)
                latest = value
                if value == last { break }
            }
            return latest
        }
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask { for _ in 0..<last / 4 { number.value += 1 } }
            }
        }
        #expect(await task.value == last)
    }

    @Test func `the values of a variable end with it`() async {
        var number: Var<Int>? = Var(1)
        let values = number!.values()
        number = nil
        #expect(await values.reduce(into: []) { $0.append($1) } == [1])
    }

    @Test func `a combination has values, too`() async {
        let left = Var(1), right = Var("a"), both = left +++ right
        var iterator = both.values().makeAsyncIterator()
        #expect(await iterator.next() == Pair(1, "a"))
        left <- 2
        #expect(await iterator.next() == Pair(2, "a"))
    }
}

import Dispatch
import SwiftObserver
import Testing

@Suite struct Clause14SharedQueueSharedOrder {

    @Test func `a messenger that was created on a queue only enqueues and delivers there`() {
        let queue = DispatchQueue(label: "queue"), dog = Dog(), messenger = Messenger<Int>(on: queue)
        let messages = Recorder<Int>()
        dog.observe(messenger) { messages.record($0) }
        queue.suspend()
        messenger.send(1)
        messenger.send(2)
        #expect(messages.values == [])

        queue.resume()
        queue.sync {}
        #expect(messages.values == [1, 2])
    }

    @Test func `a variable that was created on a queue has its value at once and its updates there`() {
        let queue = DispatchQueue(label: "queue"), dog = Dog(), variable = Var(0, on: queue)
        let updates = Recorder<Update<Int>>()
        dog.observe(variable) { updates.record($0) }
        queue.suspend()
        variable <- 1
        variable.value += 2
        #expect(variable.value == 3)
        #expect(updates.values == [])

        queue.resume()
        queue.sync {}
        #expect(updates.values == [Update(0, 1), Update(1, 3)])
    }

    @Test func `observables on one queue deliver in the order of sending, to whoever observed by then`() {
        let queue = DispatchQueue(label: "queue"), messenger = Messenger<Int>(on: queue), variable = Var(0, on: queue)
        let early = Dog(), late = Dog(), earlyNumbers = Recorder<Int>(), lateNumbers = Recorder<Int>()
        early.observe(messenger) { earlyNumbers.record($0) }
        early.observe(variable) { earlyNumbers.record($0.new) }
        queue.suspend()
        messenger.send(1)
        variable <- 2
        late.observe(messenger) { lateNumbers.record($0) }
        late.observe(variable) { lateNumbers.record($0.new) }
        messenger.send(3)
        variable <- 4
        queue.resume()
        queue.sync {}
        #expect(earlyNumbers.values == [1, 2, 3, 4])
        #expect(lateNumbers.values == [3, 4])
    }

    @Test func `sends from handlers wait behind what is enqueued already`() {
        let queue = DispatchQueue(label: "queue"), dog = Dog()
        let a = Messenger<Int>(on: queue), b = Messenger<Int>(on: queue), numbers = Recorder<Int>()
        dog.observe(a) { number in
            numbers.record(number)
            if number < 10 { b.send(number + 10) }
        }
        dog.observe(b) { numbers.record($0) }
        queue.suspend()
        (1...3).forEach { a.send($0) }
        queue.resume()
        queue.sync {}
        queue.sync {}
        #expect(numbers.values == [1, 2, 3, 11, 12, 13])
    }

    @Test(arguments: [false, true])
    func `all observers of all observables on a queue agree on one order, whatever threads send`(concurrent: Bool) {
        let queue = DispatchQueue(label: "queue", attributes: concurrent ? .concurrent : [])
        let dog = Dog(), cat = Dog(), end = 500
        let observables = [Messenger<Int>(on: queue), Messenger<Int>(on: queue)], variable = Var(0, on: queue)
        let recorders = [Recorder<Int>(), Recorder<Int>()]
        for (observer, recorder) in zip([dog, cat], recorders) {
            for observable in observables { observer.observe(observable) { recorder.record($0) } }
            observer.observe(variable) { recorder.record(-$0.new) }
        }
        onThreads(4) { thread in
            for number in 1...end {
                observables[number % 2].send(thread * end + number)
                if thread == 0 { variable.value += 1 }
            }
        }
        queue.sync(flags: .barrier) {}
        let order = recorders[0].values
        #expect(order == recorders[1].values)
        #expect(order.count == 5 * end)
        #expect(order.filter { $0 < 0 } == (1...end).map { -$0 })
        for thread in 0..<4 {
            let sent = thread * end + 1...thread * end + end
            #expect(order.filter(sent.contains) == Array(sent))
        }
    }
}

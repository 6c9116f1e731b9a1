import Testing

@testable import SwiftObserver

@Suite struct AlarmQueueTests {

    @Test(arguments: 1...20)
    func `alarms come out as from a sorted array, whatever is removed meanwhile`(_ seed: UInt64) {
        var random = Random(seed), queue = AlarmQueue<Int>(), sorted: [Expected] = []
        let rung = Recorder<Int>()
        for number in 0..<2000 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0..<(number < 1000 ? 5 : 2):
                let moment = Int.random(in: 0..<100, using: &random)
                let alarm = queue.add(at: moment) { rung.record(number) }
                let index = sorted.firstIndex { $0.moment > moment } ?? sorted.endIndex
                sorted.insert(Expected(moment: moment, number: number, alarm: alarm), at: index)
            case 5:
                guard let index = sorted.indices.randomElement(using: &random) else { continue }
                let removed = sorted.remove(at: index)
                let ring = queue.remove(removed.alarm), again = queue.remove(removed.alarm)
                ring?()
                #expect(rung.values == [removed.number] && again == nil)
            default:
                let now = Int.random(in: 0..<100, using: &random), due = queue.removeFirst(dueBy: now)
                let expected = sorted.first.flatMap { $0.moment <= now ? $0 : nil }
                if expected != nil { sorted.removeFirst() }
                due?.ring()
                #expect(due?.moment == expected?.moment)
                #expect(rung.values == expected.map { [$0.number] } ?? [])
            }
            rung.clear()
            let count = queue.count, earliest = queue.earliest
            #expect(count == sorted.count && earliest == sorted.first?.moment)
        }
    }

    private struct Expected {
        let moment: Int
        let number: Int
        let alarm: Alarm<Int>
    }

    @Test func `alarms for the same moment come out in the order in which they were set`() {
        var queue = AlarmQueue<Int>()
        let rung = Recorder<Int>()
        for number in 1...100 { _ = queue.add(at: number % 2) { rung.record(number) } }
        while let due = queue.removeFirst(dueBy: 1) { due.ring() }
        #expect(rung.values == Array(stride(from: 2, through: 100, by: 2)) + Array(stride(from: 1, through: 99, by: 2)))
    }

    @Test func `an alarm that is over keeps nothing alive, also if someone keeps the alarm`() {
        var queue = AlarmQueue<Int>()
        let removed = capturingAlarm(in: &queue), rung = capturingAlarm(in: &queue)
        _ = queue.remove(removed.alarm)
        #expect(!removed.captured.isAlive && rung.captured.isAlive)
        queue.removeFirst(dueBy: 1)?.ring()
        #expect(!rung.captured.isAlive)
        withExtendedLifetime((removed.alarm, rung.alarm)) {}
    }

    private func capturingAlarm(in queue: inout AlarmQueue<Int>) -> (alarm: Alarm<Int>, captured: WeakBox<Mortal>) {
        let mortal = Mortal()
        return (queue.add(at: 1) { mortal.touch() }, WeakBox(mortal))
    }
}

/// Alarms, the earliest first. Alarms for the same moment keep the order in which they were set.
///
/// A value without threads or locks: a binary heap whose alarms know their index in it, so that
/// each operation takes O(log n). Functions return the closures that they remove, so that a closure
/// runs and is released after unlocking.
///
/// INVARIANTS
/// - No alarm is earlier than the one above it in the heap. Among alarms of one moment, the lower
///   number is earlier.
/// - Each alarm in the heap knows its index. An alarm outside of the heap has none, and its closure
///   is gone.
package struct AlarmQueue<Moment: Comparable & Sendable>: ~Copyable {

    private var heap: [Alarm<Moment>] = []
    private var latestNumber = 0

    package init() {}

    package var count: Int { heap.count }

    /// The moment of the first alarm.
    package var earliest: Moment? { heap.first?.moment }

    /// Adds an alarm that calls the closure when it rings.
    package mutating func add(
        at moment: Moment, _ ring: @escaping @Sendable () -> Void
    ) -> Alarm<Moment> {
        latestNumber += 1
        let alarm = Alarm(at: moment, number: latestNumber, ring)
        heap.append(alarm)
        moveUp(alarm, from: heap.count - 1)
        return alarm
    }

    /// Removes an alarm and returns its closure, or `nil` if the alarm isn't in the queue.
    package mutating func remove(_ alarm: Alarm<Moment>) -> (@Sendable () -> Void)? {
        guard let index = alarm.index, let last = heap.popLast() else { return nil }
        alarm.index = nil
        if last !== alarm {
            moveUp(last, from: index)
            moveDown(last)
        }
        releaseSpareMemory()
        return alarm.ring.take()
    }

    /// Removes the first alarm if it's due by then, and returns its moment and its closure.
    package mutating func removeFirst(
        dueBy moment: Moment
    ) -> (moment: Moment, ring: @Sendable () -> Void)? {
        guard let first = heap.first, first.moment <= moment else { return nil }
        return remove(first).map { (first.moment, $0) }
    }

    /// Copies the heap to less memory if it uses at most a quarter of it. O(1) amortized.
    private mutating func releaseSpareMemory() {
        if heap.capacity <= 64 || heap.count > heap.capacity / 4 { return }
        var smaller: [Alarm<Moment>] = []
        smaller.reserveCapacity(2 * heap.count)
        smaller += heap
        heap = smaller
    }

    private mutating func moveUp(_ alarm: Alarm<Moment>, from start: Int) {
        var index = start
        while index > 0, alarm.isBefore(heap[(index - 1) / 2]) {
            put(heap[(index - 1) / 2], at: index)
            index = (index - 1) / 2
        }
        put(alarm, at: index)
    }

    private mutating func moveDown(_ alarm: Alarm<Moment>) {
        guard var index = alarm.index else { return }
        while 2 * index + 1 < heap.count {
            var child = 2 * index + 1
            if child + 1 < heap.count, heap[child + 1].isBefore(heap[child]) { child += 1 }
            if !heap[child].isBefore(alarm) { break }
            put(heap[child], at: index)
            index = child
        }
        put(alarm, at: index)
    }

    private mutating func put(_ alarm: Alarm<Moment>, at index: Int) {
        heap[index] = alarm
        alarm.index = index
    }
}

/// One alarm in a queue. It outlives its closure, which is removed when it rings or is removed.
///
/// `@unchecked Sendable` because what can change is guarded by the lock that guards the queue.
package final class Alarm<Moment: Comparable & Sendable>: @unchecked Sendable {

    fileprivate let moment: Moment
    private let number: Int
    fileprivate var ring: (@Sendable () -> Void)?

    /// The index in the queue, if the alarm is in one.
    fileprivate var index: Int?

    fileprivate init(at moment: Moment, number: Int, _ ring: @escaping @Sendable () -> Void) {
        self.moment = moment
        self.number = number
        self.ring = ring
    }

    fileprivate func isBefore(_ other: Alarm) -> Bool {
        moment == other.moment ? number < other.number : moment < other.moment
    }
}

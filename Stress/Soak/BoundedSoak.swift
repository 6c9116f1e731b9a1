import Foundation
import StressSupport
import SwiftObserver

/// Sends at full speed to sleeping handlers with each policy.
///
/// It checks that every message is accounted for, and watches the memory. Returns `true` if all is
/// fine.
func soakBounded(sleeping seconds: Double) -> Bool {
    let runs: [BoundedRun] = [
        MessageRun(".newest(1000)", .newest(1000)), MessageRun(".oldest(1000)", .oldest(1000)),
        MessageRun(".upTo(1000)", .upTo(1000)),
        MessageRun(".newest(1000), in batches of 100", .newest(1000), batches: 100),
        MessageRun(".oldest(1000), by two on one queue", .oldest(1000), isDouble: true), MergedRun(),
    ]
    print("\(runs.count) policies, each with a handler that sleeps \(seconds) seconds and a sender at full speed")
    let start = Date(), group = DispatchGroup()
    for run in runs {
        run.beginSleep(seconds)
        group.enter()
        Thread.detachNewThread {
            while -start.timeIntervalSinceNow < 0.95 * seconds { run.sendSome() }
            group.leave()
        }
    }
    // The messages until then warm up the allocator.
    usleep(UInt32(min(1e6, 2e5 * seconds)))
    let first = MemoryWatch.resident
    var highest = first
    while group.wait(timeout: .now() + 0.1) == .timedOut { highest = max(highest, MemoryWatch.resident) }
    let last = MemoryWatch.resident
    highest = max(highest, last)
    for run in runs { run.waitUntilHandled() }
    var isRight = true
    for run in runs {
        print(run.description)
        if !run.isAccountedFor {
            printError("VIOLATION count: \(run.description)")
            isRight = false
        }
    }
    let memory = "\(first.text) MB with all handlers asleep, at most \(highest.text) MB, \(last.text) MB at the end"
    print(memory)
    if highest > first + 4 {
        printError("VIOLATION growth: \(memory)")
        isRight = false
    }
    return isRight
}

extension Double {
    fileprivate var text: String { "\((10 * self).rounded() / 10)" }
}

/// One policy, with its sender and its handlers.
private protocol BoundedRun: AnyObject, Sendable {

    /// Lets the handler begin to sleep, so that all later messages wait.
    func beginSleep(_ seconds: Double)
    func sendSome()
    func waitUntilHandled()

    /// `true` if each sent message was handled or reported as missed. Ask this at the end.
    var isAccountedFor: Bool { get }
    var description: String { get }
}

/// Messages that are objects, for handlers on one queue.
///
/// `@unchecked Sendable` because one thread sends, handlers on one queue never overlap, and all
/// readers have waited for the queue.
private final class MessageRun: BoundedRun, @unchecked Sendable {

    private final class Letter: Sendable {
        let seconds: Double
        init(_ seconds: Double = 0) { self.seconds = seconds }
    }

    private struct Count {
        var handled = 0, missed = 0
    }

    private let name: String
    private let isCutOff: Bool
    private let queue = DispatchQueue(label: "soak bounded")
    private let messenger = Messenger<Letter>()
    private let observer = FreeObserver()
    private let counts: [Guarded<Count>]
    private var sent = 0

    init(_ name: String, _ buffering: MessageBuffering, batches: Int? = nil, isDouble: Bool = false) {
        self.name = name
        if case .upTo = buffering { isCutOff = true } else { isCutOff = false }
        counts = (0..<(isDouble ? 2 : 1)).map { _ in Guarded(Count()) }
        for count in counts {
            let missed: @Sendable (Int) -> Void = { missed in count.withLock { $0.missed += missed } }
            let receive: @Sendable ([Letter]) -> Void = { letters in
                count.withLock { $0.handled += letters.count }
                for letter in letters where letter.seconds > 0 { Thread.sleep(forTimeInterval: letter.seconds) }
            }
            if let batches {
                observer.observe(messenger).on(queue).buffering(buffering).missed(missed).batches(upTo: batches)
                    .receive(receive)
            } else {
                observer.observe(messenger).on(queue).buffering(buffering).missed(missed).receive { receive([$0]) }
            }
        }
    }

    func beginSleep(_ seconds: Double) {
        sent += 1
        messenger.send(Letter(seconds / Double(counts.count)))
        while counts[0].withLock({ $0.handled }) == 0 { usleep(100) }
    }

    func sendSome() {
        for _ in 0..<1000 { messenger.send(Letter()) }
        sent += 1000
    }

    func waitUntilHandled() { queue.sync {} }

    var isAccountedFor: Bool { counts.allSatisfy { $0.withLock { $0.handled + $0.missed } == sent } }

    var description: String {
        let all = counts.map { $0.withLock { "\($0.handled) handled and \($0.missed) missed" } }
        return "\(name): \(sent) sent, \(all.joined(separator: ", "))" + (isCutOff ? ", then cut off" : "")
    }
}

/// Updates of a number that are merged.
///
/// `@unchecked Sendable` because one thread changes the number, and because handlers on one queue
/// never overlap.
private final class MergedRun: BoundedRun, @unchecked Sendable {

    private let queue = DispatchQueue(label: "soak merged")
    private let number = Var(0)
    private let observer = FreeObserver()
    private let updates = Guarded<[Update<Int>]>([])

    init() {}

    func beginSleep(_ seconds: Double) {
        observer.observe(number).on(queue).merging().receive { [updates] update in
            updates.withLock { $0.append(update) }
            if update.old == 0 { Thread.sleep(forTimeInterval: seconds) }
        }
        number.value = 1
        while updates.withLock({ $0.isEmpty }) { usleep(100) }
    }

    func sendSome() { for _ in 0..<1000 { number += 1 } }
    func waitUntilHandled() { queue.sync {} }

    var isAccountedFor: Bool {
        let all = updates.withLock { $0 }
        return all.first?.old == 0 && all.last?.new == number.value && all.count == 2
            && zip(all, all.dropFirst()).allSatisfy { $0.new == $1.old }
    }

    var description: String {
        let all = updates.withLock { $0.map { "\($0.old) → \($0.new)" }.joined(separator: ", ") }
        return ".merged: \(number.value) sent, handled as \(all)"
    }
}

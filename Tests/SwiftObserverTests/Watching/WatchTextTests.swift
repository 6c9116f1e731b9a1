import Dispatch
import Foundation
import Testing

@testable import SwiftObserver

/// Inspections, which are printed as tables, and can be encoded and decoded.
@Suite struct WatchTextTests {

    private let waiting = ObservationInspection(
        observable: "sky", observer: "Dog", observerName: "Rex", place: .queue(label: "kennel"), position: 1,
        waiting: 17,
        handled: 1024, missed: 0, isRunning: true, runningSeconds: 4.25, busyShare: 0.974, thread: "0x7f",
        file: "Zoo/Kennel.swift",
        line: 12)
    private let idle = ObservationInspection(
        observable: "sky", observer: nil, observerName: nil, place: .inPlace, position: 2, waiting: 0, handled: nil,
        missed: 3, isRunning: nil, runningSeconds: nil, busyShare: nil, thread: nil, file: nil, line: nil)
    private let loop = ObservationInspection(
        observable: "sky", observer: "for await", observerName: nil, place: .loop, position: 3, waiting: 0, handled: 5,
        missed: 0, isRunning: false, runningSeconds: nil, busyShare: nil, thread: nil, file: "Zoo/Log.swift", line: 31)
    private let deadWithName = ObservationInspection(
        observable: "Var<Int>", observer: nil, observerName: "Rex", place: .actor(type: "Home"), position: 4,
        waiting: 1,
        handled: 0, missed: 0, isRunning: true, runningSeconds: nil, busyShare: nil, thread: nil, file: nil, line: nil)

    private func observable(
        _ name: String?, isClosed: Bool = false, deliverer: String? = nil, _ observations: [ObservationInspection]
    ) -> ObservableInspection {
        ObservableInspection(
            name: name, type: "Messenger<Int>", sent: 1042, inLine: 2, refused: isClosed ? 4 : 0, isClosed: isClosed,
            place: .inPlace, deliverer: deliverer, observations: observations)
    }

    private var call: RunningHandler {
        RunningHandler(observations: [waiting], seconds: 4.25, thread: "0x7f", isEnded: false, isOuter: false)
    }

    private var vagueCall: RunningHandler {
        RunningHandler(observations: [idle, idle, idle], seconds: 0.96, thread: nil, isEnded: true, isOuter: true)
    }

    @Test func `an observable is a table of its observations`() {
        #expect(
            observable("sky", [waiting, idle, loop]).description == """
                sky (Messenger<Int>): 1042 sent, 2 pending, 0 refused, no thread is delivering
                observer   where           waiting  handled  missed  running    busy  thread  started at
                Rex (Dog)  queue "kennel"  17       1024     0       for 4.3 s  97 %  0x7f    Zoo/Kennel.swift:12
                (dead)     in place        0        ?        3       ?
                for await  loop            0        5        0       no                       Zoo/Log.swift:31
                """)
        #expect(
            observable(nil, isClosed: true, deliverer: "0x7f", [deadWithName]).description == """
                Messenger<Int>: 1042 sent, 2 pending, 4 refused, closed, thread 0x7f is delivering
                observer    where       waiting  handled  missed  running  busy  thread  started at
                Rex (dead)  actor Home  1        0        0       yes
                """)
    }

    @Test func `an observation is a line`() {
        #expect(
            waiting.description
                == "sky -> Rex (Dog), queue \"kennel\", 17 waiting, 1024 handled, running for 4.3 s, 97 % busy, started at Zoo/Kennel.swift:12"
        )
        #expect(idle.description == "sky -> (dead), in place, 0 waiting, 3 missed, may be running")
        #expect(loop.description == "sky -> for await, loop, 0 waiting, 5 handled, started at Zoo/Log.swift:31")
    }

    @Test func `an observer is a table of its observations`() {
        #expect(
            ObserverInspection(name: "Rex", type: "Dog", observations: [waiting]).description == """
                Rex (Dog): 1 observation
                observable  where           waiting  handled  missed  running    busy  thread  started at
                sky         queue "kennel"  17       1024     0       for 4.3 s  97 %  0x7f    Zoo/Kennel.swift:12
                """)
        #expect(ObserverInspection(name: nil, type: "Dog", observations: []).description == "Dog: 0 observations")
    }

    @Test func `a long call is a line`() {
        #expect(call.description == "running for 4.3 s on thread 0x7f: \(waiting)")
        #expect(
            vagueCall.description
                == "running for 1.0 s: \(idle), or one of 2 other observations in place, has ended since, waits for another handler on this thread"
        )
    }

    @Test func `an event is a line`() {
        #expect("\(WatchEvent.ended(loop, because: .tooSlow))" == "ended, tooSlow: \(loop)")
        #expect("\(WatchEvent.missed(idle, count: 3))" == "3 missed: \(idle)")
        #expect("\(WatchEvent.stuck(call))" == "stuck: \(call)")
        #expect("\(WatchEvent.refused(observable: "a\nb", count: 2))" == "2 refused: a b")
        #expect("\(WatchEvent.untold(count: 1))" == "1 event not reported")
        #expect("\(WatchEvent.mistake(lostTransform))" == "mistake: \(lostTransform)")
    }

    @Test func `a report survives being encoded`() throws {
        #expect(try JSONDecoder().decode(WatchReport.self, from: JSONEncoder().encode(report)) == report)
    }

    private var report: WatchReport {
        shortened(of: 3, 7, [call, vagueCall], [waiting], [idle], [lostTransform, mistakeWithoutPlace])
    }

    /// A report that leaves out that many entries of each list.
    private func shortened(
        of observableCount: Int, _ observationCount: Int, _ slowHandlers: [RunningHandler] = [],
        _ backlogs: [ObservationInspection] = [], _ lossy: [ObservationInspection] = [],
        _ mistakes: [WatchedMistake] = [], isOn: Bool = true, missing: (Int, Int, Int) = (0, 0, 0)
    ) -> WatchReport {
        WatchReport(
            slowHandlers: slowHandlers, backlogs: backlogs, lossy: lossy,
            slowHandlerCount: slowHandlers.count + missing.0, backlogCount: backlogs.count + missing.1,
            lossyCount: lossy.count + missing.2, mistakes: mistakes, observableCount: observableCount,
            observationCount: observationCount, isOn: isOn)
    }

    @Test func `a report says how many entries it leaves out`() {
        let report = shortened(of: 200, 300, [call], [], [idle], missing: (2, 99, 0))
        #expect(
            report.description == """
                200 observables, 300 observations, watching is on

                SLOW OR STUCK HANDLERS
                seconds  observable  observer   where           thread  waiting  started at
                4.3      sky         Rex (Dog)  queue "kennel"  0x7f    17       Zoo/Kennel.swift:12
                … and 2 more

                WAITING MESSAGES
                … and 99 more

                MISSED MESSAGES
                observable  observer  where     waiting  handled  missed  running  busy  thread  started at
                sky         (dead)    in place  0        ?        3       ?
                """)
    }

    private let mistakeWithoutPlace = WatchedMistake(.newReceiver(observer: Dog.self, nil))

    private var lostTransform: WatchedMistake {
        WatchedMistake(.lostTransform(Map<Messenger<Int>, Int>.self, observers: [lostNote]))
    }

    private var lostNote: ObservationNote {
        ObservationNote(
            observable: OfficeLabel(name: nil, messenger: Messenger<Int>.self, observed: nil), observer: .free,
            observerName: nil, destination: .inPlace, startPoint: StartPoint(Messenger<Int>.self, "Zoo/Lost.swift", 5),
            start: 1, number: 1, waiting: 0, handled: 0, missed: 0, isRunning: false, isOfWatcher: false)
    }

    @Test func `a report has a part for each kind of trouble, with what is stuck first`() {
        let advice =
            "before it sent a message. Store the transform, or transform in a chain, as in `dog.observe(sky).map { … }.receive { … }`."
        #expect(
            report.description == """
                3 observables, 7 observations, watching is on

                SLOW OR STUCK HANDLERS
                seconds  observable  observer   where           thread  waiting  started at
                4.3      sky         Rex (Dog)  queue "kennel"  0x7f    17       Zoo/Kennel.swift:12
                1.0      sky         (dead)     in place                0                             or one of 2 other observations in place, has ended since, waits for another handler on this thread

                WAITING MESSAGES
                observable  observer   where           waiting  handled  missed  running    busy  thread  started at
                sky         Rex (Dog)  queue "kennel"  17       1024     0       for 4.3 s  97 %  0x7f    Zoo/Kennel.swift:12

                MISSED MESSAGES
                observable  observer  where     waiting  handled  missed  running  busy  thread  started at
                sky         (dead)    in place  0        ?        3       ?

                MISTAKES
                Zoo/Lost.swift:5: Map<Messenger<Int>, Int> was deallocated while FreeObserver observed it, \(advice)
                \(mistakeWithoutPlace.description)
                """)
    }

    @Test func `a report says that nothing needs attention`() {
        let report = shortened(of: 1, 2, isOn: false)
        #expect(
            report.description == """
                1 observable, 2 observations, watching is off

                Nothing needs attention, as far as the report can tell.

                While watching is off, reports don't include slow handlers and mistakes.
                """)
    }

    @Test(arguments: ["two\nlines", "carriage\r\nreturn", "a\u{2028}b", "a\u{0B}b", "a\u{85}b"])
    func `names with ends of lines leave a table with as many lines`(_ name: String) {
        var dog = waiting
        dog = ObservationInspection(
            observable: name, observer: name, observerName: name, place: .queue(label: name), position: dog.position,
            waiting: 1, handled: 1, missed: 1, isRunning: true, runningSeconds: 1, busyShare: nil, thread: name,
            file: name,
            line: 1)
        let observer = ObserverInspection(name: "Rex", type: "Dog", observations: [dog, dog])
        #expect(observer.description.split { $0.isNewline }.count == 4)
        let call = RunningHandler(observations: [dog], seconds: 1, thread: name, isEnded: false, isOuter: false)
        let report = shortened(of: 1, 1, [call])
        #expect(report.description.split { $0.isNewline }.count == 4)
    }

    @Test(arguments: ["two\nlines", "a\u{2028}b"])
    func `what is described in a line is one line whatever names contain`(_ name: String) {
        let one = ObservationInspection(
            observable: name, observer: name, observerName: name, place: .actor(type: name), position: 1, waiting: 1,
            handled: 1, missed: 1, isRunning: true, runningSeconds: 1, busyShare: nil, thread: name, file: name, line: 1
        )
        #expect(!one.description.contains { $0.isNewline })
        let call = RunningHandler(observations: [one], seconds: 1, thread: nil, isEnded: false, isOuter: false)
        #expect(!call.description.contains { $0.isNewline })
        let note = ObservationNote(
            observable: lostNote.observable, observer: .free, observerName: name, destination: .inPlace,
            startPoint: nil,
            start: 1, number: 1, waiting: 0, handled: 0, missed: 0, isRunning: false, isOfWatcher: false)
        let mistake = WatchedMistake(.lostTransform(Messenger<Int>.self, observers: [note]))
        #expect(!mistake.description.contains { $0.isNewline })
        #expect(observable(name, [loop]).description.split { $0.isNewline }.count == 3)
        let observer = ObserverInspection(name: name, type: "Dog", observations: [loop])
        #expect(observer.description.split { $0.isNewline }.count == 3)
    }

    @Test func `everything is the same when it was encoded and decoded`() throws {
        for observation in [waiting, idle, loop, deadWithName] { try expectSame(observation) }
        try expectSame(observable("two\nlines \"\\ \u{0} ü", isClosed: true, deliverer: "0x7f", [waiting, idle]))
        try expectSame(ObserverInspection(name: nil, type: "Dog", observations: [loop]))
        try expectSame(call)
        try expectSame(vagueCall)
        try expectSame(lostTransform)
        try expectSame(mistakeWithoutPlace)
        try expectSame(report)
        for reason in [EndOfObservation.stopped, .observerDied, .farewell, .tooSlow] { try expectSame([reason]) }
    }

    private func expectSame<Value: Codable & Equatable>(
        _ value: Value, location: SourceLocation = #_sourceLocation
    ) throws {
        let copy = try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
        #expect(copy == value, sourceLocation: location)
    }
}

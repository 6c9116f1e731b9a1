import Dispatch
import SwiftObserver
import Testing

/// The code of the pages about operators, time and other libraries, compiled and run.
@Suite struct OperatorsTests {

    @Test(arguments: ["Operators", "Time", "ComingFromCombine"])
    func `this file contains the code of the pages`(page: String) throws {
        try expectCode(of: "Docs/SwiftObserver.docc/\(page).md", isContainedIn: #filePath)
    }

    @Test func `all of it runs`() async {
        let dog = FreeObserver(), temperature = Var(20), queue = DispatchQueue(label: "dog")
        let printed = Written<String>()
        @Sendable func print(_ text: String) { printed.append(text) }

        dog.observe(temperature).on(queue).new().prefix(3).receive { degrees in
            print("The temperature changed to \(degrees).")
        }
        let average = temperature.new().scan(20.0) { average, degrees in 0.9 * average + 0.1 * Double(degrees) }
        dog.observe(average.startingWithLatest()) { print("The average is \($0).") }
        temperature <- 30
        queue.sync {}
        let expected: Set = ["The average is 20.0.", "The average is 21.0.", "The temperature changed to 30."]
        #expect(Set(printed.values) == expected)

        let sky = Messenger<Int>()
        let chain = dog.observe(sky).dropFirst()
        chain.receive { print("first: \($0)") }
        chain.receive { print("second: \($0)") }
        sky.send(1)
        sky.send(2)
        #expect(printed.values.suffix(2) == ["first: 2", "second: 2"])

        let fire = Messenger<String>(), flood = Messenger<String>(), burglary = Messenger<String>()
        let alarms = fire.merge(with: flood, burglary)
        dog.observe(alarms) { print("Alarm: \($0)") }
        flood.send("water")
        #expect(printed.values.last == "Alarm: water")

        let x = Var(1), y = Var(2)
        let place = x.new().combineLatest(y.new())
        dog.observe(place) { print("x is \($0.0), y is \($0.1)") }
        x <- 3
        #expect(printed.values.last == "x is 3, y is 2")

        let questions = Messenger<String>(), answers = Messenger<String>(), purchases = Messenger<String>()
        let price = Var(1), shutdown = Messenger<Void>()
        do {
            let orders = purchases
            let answered = zip(questions, answers)
            dog.observe(answered).receive { question, answer in print("\(question) \(answer)") }
            let priced = orders.withLatestFrom(price.new())
            dog.observe(priced).receive { order, price in print("\(order) costs \(price)") }
            let beforeShutdown = orders.prefix(untilOutputFrom: shutdown)
            dog.observe(beforeShutdown) { print("ordered: \($0)") }
            questions.send("Why?")
            answers.send("Because.")
            #expect(printed.values.last == "Why? Because.")
            orders.send("bread")
            #expect(printed.values.suffix(2) == ["bread costs 1", "ordered: bread"])
            shutdown.send()
            orders.send("milk")
            #expect(printed.values.last == "milk costs 1")
            withExtendedLifetime(beforeShutdown) {}
        }
        do {
            let lines = Messenger<String>(), connections = Messenger<Connection>()
            let degrees = lines.compactMap { Double($0) }
            dog.observe(degrees) { print("\($0)") }
            let requests = connections.flatMap { $0.requests }
            dog.observe(requests) { print($0) }
            lines.send("20")
            let connection = Connection()
            connections.send(connection)
            connection.requests.send("GET")
            #expect(printed.values.suffix(2) == ["20.0", "GET"])
        }

        let selection = Var(File())
        let lines = selection.new().map { $0.lines }.startingWithLatest().switchToLatest()
        dog.observe(lines) { print($0) }
        selection.value.lines.send("line 1")
        #expect(printed.values.last == "line 1")

        let text = Var(""), mouse = Messenger<Int>(), orders = Messenger<Int>(), shouts = Messenger<String>()
        let heartbeats = Messenger<Void>()
        let query = text.new().debounce(for: .milliseconds(300))
        let position = mouse.throttle(for: .milliseconds(16))
        let rows = orders.chunks(ofCount: 100, orEvery: .seconds(1))
        let isAlive = heartbeats.map { _ in true }.timeout(after: .seconds(5), sending: false)
        let echo = shouts.delay(by: .seconds(1), clock: SuspendingClock())
        dog.observe(text).on(queue).buffering(.newest(100)).new().debounce(for: .milliseconds(300))
            .receive { print("search for \($0)") }
        dog.observe(query) { print($0) }
        dog.observe(echo) { print($0) }
        text <- "swift"
        shouts.send("hello")
        _ = await (query.close(within: .hangLimit), echo.close(within: .hangLimit))
        #expect(Set(printed.values).isSuperset(of: ["swift", "hello"]))
        _ = await text.close(within: .hangLimit)
        queue.sync {}
        #expect(printed.values.contains("search for swift"))
        withExtendedLifetime((position, rows, isAlive)) {}

        let news = Messenger<String>()
        let recentNews = news.replay(10)
        news.send("The sky is blue.")
        dog.observe(recentNews) { print($0) }  // prints "The sky is blue."
        #expect(printed.values.last == "The sky is blue.")
    }

    @Test func `the code for users of Combine and RxSwift runs`() {
        let dog = FreeObserver(), temperature = Var(20), queue = DispatchQueue(label: "dog")
        let printed = Written<String>()
        @Sendable func print(_ text: String) { printed.append(text) }

        dog.observe(temperature.startingWithLatest()).new().receive { print("It's \($0) degrees.") }
        #expect(printed.values == ["It's 20 degrees."])

        let tens = temperature.new().map { $0 / 10 * 10 }.removeDuplicates()
        dog.observe(tens, on: queue) { print("About \($0) degrees.") }
        temperature <- 31
        queue.sync {}
        let expected: Set = ["It's 20 degrees.", "It's 31 degrees.", "About 30 degrees."]
        #expect(Set(printed.values) == expected)

        let results = Messenger<Result<Int, any Error>>()
        dog.observe(results) { result in
            if case .failure(let error) = result { print("It failed: \(error)") }
        }
        let numbers = results.compactMap { try? $0.get() }
        dog.observe(numbers) { number in print("It's \(number).") }
        results.send(.failure(CancellationError()))  // prints "It failed: CancellationError()"
        results.send(.success(7))  // prints "It's 7."
        #expect(printed.values.suffix(2) == ["It failed: CancellationError()", "It's 7."])
        withExtendedLifetime((dog, tens, numbers)) {}
    }

    @Test func `results of operators have the types that the page names`() {
        let numbers = Messenger<Int>(), count = Var(1), words = Messenger<String?>(), dog = FreeObserver()
        let sources = Messenger<Messenger<Int>>()
        let map: Map<Messenger<Int>, String> = numbers.map { "\($0)" }
        let new: Map<Var<Int>, Int> = count.new()
        let unwrapOr: Map<Messenger<String?>, String> = words.unwrap("")
        let unwrap: Unwrap<Messenger<String?>, String> = words.unwrap()
        let filter: Filter<Messenger<Int>> = numbers.filter { $0 > 0 }
        let select: Select<Messenger<Int>> = numbers.select(1)
        let filterAuthor: FilterAuthor<Messenger<Int>> = numbers.filterAuthor { $0 is Var<Int> }
        let from: FilterAuthor<Messenger<Int>> = numbers.from(dog)
        let notFrom: FilterAuthor<Messenger<Int>> = numbers.notFrom(dog)
        let removeDuplicates: RemoveDuplicates<Messenger<Int>> = numbers.removeDuplicates()
        let scan: Scan<Messenger<Int>, Double> = numbers.scan(0.0) { $0 + Double($1) }
        let compactMap: Transform<Messenger<String?>, Int> = words.compactMap { $0.flatMap(Int.init) }
        let prefixWhile: Transform<Messenger<Int>, Int> = numbers.prefix { $0 < 3 }
        let prefixUntil: Transform<Messenger<Int>, Int> = numbers.prefix(untilOutputFrom: words)
        let first: Transform<Messenger<Int>, Int> = numbers.first { $0 > 3 }
        let prefix: Transform<Messenger<Int>, Int> = numbers.prefix(3)
        let dropFirst: Transform<Messenger<Int>, Int> = numbers.dropFirst()
        let buffer: Buffer<Messenger<Int>, Int> = numbers.buffer()
        let bufferOfOptionals: Buffer<Messenger<String?>, String> = words.buffer()
        let replay: Transform<Messenger<Int>, Int> = numbers.replay(10)
        let prepend: Transform<Messenger<Int>, Int> = numbers.prepend(0)
        let merge: Messenger<Int> = numbers.merge(with: count.new())
        let combineLatest: CombineLatest<(Int, Int)> = count.new().combineLatest(numbers.scan(0, +))
        let combineMessengers: Messenger<(Int, String?)> = numbers.combineLatest(words)
        let zipped: Messenger<(Int, String?)> = zip(numbers, words)
        let withLatestFrom: Transform<Messenger<Int>, (Int, Update<Int>)> = numbers.withLatestFrom(count)
        let flatMap: Transform<Messenger<Messenger<Int>>, Int> = sources.flatMap { $0 }
        let switchToLatest: Transform<Messenger<Messenger<Int>>, Int> = sources.switchToLatest()
        let debounce: TimedTransform<Messenger<Int>, Int> = numbers.debounce(for: .seconds(1))
        let throttle: TimedTransform<Messenger<Int>, Int> = numbers.throttle(for: .seconds(1))
        let timeout: TimedTransform<Messenger<Int>, Int> = numbers.timeout(after: .seconds(1), sending: 0)
        let chunks: TimedTransform<Messenger<Int>, [Int]> = numbers.chunks(ofCount: 100, orEvery: .seconds(1))
        let delay: TimedTransform<Messenger<Int>, Int> = numbers.delay(by: .seconds(1))
        let startingWithLatest: StartingWithLatest<Var<Int>> = count.startingWithLatest()

        let views: (ObservableView<Int>, BufferedView<Int>, BufferedView<Double>, BufferedView<(Int, Int)>) = (
            filter.dropFirst().view, new.removeDuplicates().view, scan.view, combineLatest.view
        )
        withExtendedLifetime(views) {
            #expect(hasLatestMessage(views.1) && !hasLatestMessage(views.0))
        }
        withExtendedLifetime(
            (
                compactMap, prefixWhile, prefixUntil, first, prepend, combineMessengers, zipped, withLatestFrom, flatMap
            )
        ) {}
        withExtendedLifetime(
            (
                map, new, unwrapOr, unwrap, filter, select, filterAuthor, from, notFrom, removeDuplicates, scan, prefix,
                dropFirst, buffer, bufferOfOptionals, replay, merge, combineLatest, switchToLatest, debounce, throttle,
                timeout, chunks, delay, startingWithLatest
            )
        ) {}
    }

    private func hasLatestMessage(_ source: some MessageSource<Int>) -> Bool { source is any BufferedMessageSource }

    @Test func `properties store views of operators`() {
        let thermometer = Thermometer(), printed = Written<Double>()
        thermometer.fahrenheit.startingWithLatest().observedOnce { printed.append($0) }
        thermometer.alarms.observedOnce { printed.append($0) }
        thermometer.heat(to: 50)
        #expect(printed.values == [68, 50])
    }
}

final class Thermometer: Sendable {
    let fahrenheit: BufferedView<Double>
    let alarms: ObservableView<Double>
    private let celsius = Var(20.0)

    init() {
        fahrenheit = celsius.new().map { $0 * 1.8 + 32 }.view
        alarms = celsius.new().filter { $0 > 40 }.throttle(for: .seconds(60)).view
    }

    func heat(to degrees: Double) { celsius <- degrees }
}

private struct File: Equatable, Sendable {
    let lines = Messenger<String>()
    static func == (a: File, b: File) -> Bool { a.lines === b.lines }
}

private final class Connection: Sendable {
    let requests = Messenger<String>()
}

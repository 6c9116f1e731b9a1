import Foundation
import SwiftObserver
import Testing

/// Everyday programs of clients in Swift 5. Their handlers capture objects that aren't Sendable,
/// and none of that causes a warning. Handlers that set captured variables do cause one: the
/// compile tests compile them.
@Suite struct SwiftFiveClientTests {

    @Test func `an observer watches a shared observable`() {
        let hound = Hound()
        let heaven = Heaven()
        let seen = Noted([Tint]())
        hound.observe(heaven) { tint in
            seen.value.append(tint)
            hound.log.append("\(tint)")
        }
        heaven.send(.blue)
        hound.observe(heaven) { seen.value.append($0) }
        heaven.send(.gray)
        #expect(seen.value == [.blue, .gray, .gray])
        #expect(hound.log == ["blue", "gray"])
        #expect(hound.isObserving(heaven))
    }

    @Test func `observations stop from both sides`() {
        let hound = Hound()
        let count = Noted(0)
        let start: () -> Void = { hound.observe(Heaven.shared) { _ in count.value += 1 } }
        start()
        hound.stopObserving(Heaven.shared)
        start()
        hound.stopObserving()
        start()
        Heaven.shared.stopBeingObserved(by: hound)
        start()
        Heaven.shared.stopBeingObserved()
        Heaven.shared.send(.blue)
        #expect(count.value == 0)
        #expect(!hound.isObserving(Heaven.shared))
    }

    @Test func `free observations set captured variables`() {
        let heaven = Heaven()
        let log = Noted([String]())
        observe(heaven) { tint in log.value.append("function \(tint)") }
        heaven.observed { tint in log.value.append("method \(tint)") }
        heaven.observedOnce { tint in log.value.append("once \(tint)") }
        observeOnce(heaven) { log.value.append("function once \($0)") }
        let free = FreeObserver()
        free.observe(heaven) { log.value.append("own \($0)") }
        heaven.send(.blue)
        FreeObserver.shared.stopObserving(heaven)
        heaven.send(.gray)
        #expect(
            log.value == [
                "function blue", "method blue", "once blue", "function once blue", "own blue", "own gray",
            ])
        #expect(!FreeObserver.shared.isObserving(heaven))
    }

    @Test func `messengers carry messages of any type`() {
        let hound = Hound()
        let textMessenger = Messenger<String>()
        observe(textMessenger) { text in hound.log.append(text) }
        textMessenger.send("my message")
        let classMessenger = Messenger<Hound>()
        let received = Noted(Hound?.none)
        observe(classMessenger) { received.value = $0 }
        classMessenger.send(hound)
        #expect(hound.log == ["my message"])
        #expect(received.value === hound)
    }

    @Test func `observables send in deinit`() {
        let events = Noted([Engine.Event]())
        var engine: Engine? = Engine()
        engine?.observed { events.value.append($0) }
        engine?.start()
        engine?.stop()
        engine = nil
        #expect(events.value == [.started, .stopped, .scrapped])

        let numbers = Noted([Int]())
        var countdown: Countdown? = Countdown()
        countdown?.observed { numbers.value.append($0) }
        countdown?.send(1)
        countdown = nil
        #expect(numbers.value == [1, 0])
    }

    @Test func `promises are received and received again`() {
        var handlers = [(Int) -> Void]()
        func getIDAsync(_ handle: @escaping (Int) -> Void) { handlers.append(handle) }
        func getID() -> Promise<Int> {
            Promise { promise in
                getIDAsync { id in
                    promise.fulfill(id)
                }
            }
        }

        let ids = Noted([Int]())
        getID().observed { id in
            ids.value.append(id)
        }
        let bufferedIDPromise = getID().buffer()
        bufferedIDPromise.whenFulfilled { id in
            ids.value.append(id + 10)
        }
        #expect(ids.value == [])
        for handle in handlers { handle(1) }
        bufferedIDPromise.whenFulfilled { id in
            ids.value.append(id + 20)
        }
        #expect(ids.value == [1, 11, 21])
    }

    @Test func `promises are chained`() {
        let promised = Promise<Int>()
        func promiseInt() -> Promise<Int> { promised }
        @Sendable func promiseString(takeInt int: Int) -> Promise<String> { Promise { $0.fulfill("got \(int)") } }

        let strings = Noted([String]())
        first {
            promiseInt()
        }.then {
            promiseString(takeInt: $0)
        }.observed {
            strings.value.append($0)
        }
        promised.fulfill(3)
        #expect(strings.value == ["got 3"])
    }

    @Test func `variables are set, observed and calculated with`() {
        let text = Var<String?>()
        #expect(text.value == nil)
        text.value = "a text"
        let number = Var(23)
        let difference = Noted(0)
        observe(number) { update in difference.value = update.new - update.old }
        number <- 42
        #expect(number.value == 42)
        #expect(difference.value == 19)
        number.send()
        #expect(difference.value == 0)

        let numVar = Var<Int?>()
        #expect(numVar.int == 0)
        numVar.int += 5
        #expect(numVar.value == 5)
        numVar <- Var(1) + 2
        #expect(numVar.value == 3)
        #expect(Var("a") + Var<String?>() + "b" == "ab")
    }

    @Test func `types with variables are codable`() throws {
        let document = Document()
        document.text.value = "changed"
        let data = try JSONEncoder().encode(document)
        #expect(String(decoding: data, as: UTF8.self) == #"{"text":{"storedValue":"changed"}}"#)
        #expect(try JSONDecoder().decode(Document.self, from: data).text.value == "changed")
    }

    @Test func `observations are transformed on the fly`() {
        let hound = Hound()
        let title = Var<String?>()
        let lengths = Noted([Int]())
        hound.observe(title).new().unwrap("Untitled").map({ $0.count }) { titleLength in
            lengths.value.append(titleLength)
        }
        observe(title).new().unwrap("Untitled").map({ $0.count }) { titleLength in
            lengths.value.append(-titleLength)
        }
        title.value = "abc"
        title.value = nil
        #expect(lengths.value == [3, -3, 8, -8])

        let numbers = Messenger<Int>()
        let received = Noted([Int]())
        hound.observe(numbers).map {
            "\($0)"
        }.filter {
            $0.count > 1
        }.map {
            Int.init($0)
        }.unwrap {
            received.value.append($0)
        }
        for number in [1, 10, 100] { numbers.send(number) }
        #expect(received.value == [10, 100])

        let heaven = Heaven(), answer = Noted("")
        hound.observe(heaven).map {
            $0 == .blue
        }.receive {
            answer.value = "Will we go outside? \($0 ? "Yes" : "No")!"
        }
        heaven.send(.blue)
        #expect(answer.value == "Will we go outside? Yes!")
    }

    @Test func `transforms are observable objects`() {
        let hound = Hound()
        let titleLength = Var("Dummy Title").new().map { $0.count }
        let title = Var("New Title")
        titleLength.origin.origin = title
        let lengths = Noted([Int]())
        hound.observe(titleLength) { titleLength in lengths.value.append(titleLength) }
        title.value = "x"
        #expect(lengths.value == [1])

        let messenger = Messenger<String>()
        let stringToInt = messenger.map { Int($0) }
        let shortMessages = messenger.filter { $0.count < 10 }
        let myNotifier = messenger.select("my notification")
        let ints = Noted([Int?]())
        hound.observe(stringToInt) { ints.value.append($0) }
        hound.observe(shortMessages) { hound.log.append($0) }
        hound.observe(myNotifier) {
            hound.log.append("notified")
        }
        for text in ["1", "my notification"] { messenger.send(text) }
        #expect(ints.value == [1, nil])
        #expect(hound.log == ["1", "notified"])

        let codes = Messenger<Int?>()
        let alert = codes.unwrap()
        let shown = codes.unwrap(0)
        let alerts = Noted([Int]())
        let shownCodes = Noted([Int]())
        hound.observe(alert) { alerts.value.append($0) }
        hound.observe(shown) { shownCodes.value.append($0) }
        for code in [1, nil] { codes.send(code) }
        #expect(alerts.value == [1])
        #expect(shownCodes.value == [1, 0])

        let errorCode = Var<Int>()
        let newErrorCode = errorCode.new()
        hound.observe(newErrorCode) { alerts.value.append($0) }
        errorCode.value = 404
        #expect(alerts.value == [1, 404])
    }

    @Test func `everyone knows who edits a text`() {
        let text = Var<String>()
        let editor = Editor(text)
        let other = Editor(text)
        defer {
            editor.stopObserving()  // their handlers capture them strongly
            other.stopObserving()
        }
        editor.watch()
        other.watch()
        editor.edit("mine")
        other.edit("yours")
        #expect(editor.foreignEdits == ["yours"])
        #expect(other.foreignEdits == ["mine"])
    }

    @Test func `messages are filtered by their authors`() {
        let hound = Hound()
        let joe = Hound()
        let hal = Hound()
        var friends = Circle()
        friends.members.append(joe)
        let messenger = Messenger<String>()
        let circle = friends
        let friendMessages = messenger.filterAuthor { circle.contains($0) }
        let joesMessages = messenger.from(joe)
        let humanMessages = messenger.notFrom(hal)
        let counts = Noted(["friend": 0, "joe": 0, "human": 0, "ad hoc": 0])
        hound.observe(friendMessages) { _ in counts.value["friend"]! += 1 }
        hound.observe(joesMessages) { _ in counts.value["joe"]! += 1 }
        hound.observe(humanMessages) { _ in counts.value["human"]! += 1 }
        hound.observe(messenger).notFrom(hal).from(joe) { _ in counts.value["ad hoc"]! += 1 }
        hound.observe(messenger).filterAuthor({ circle.contains($0) }).withAuthor().receive { _, author in
            #expect(author === joe)
        }
        messenger.send("hi", from: joe)
        messenger.send("I'm sorry", from: hal)
        messenger.send("nobody said that")
        #expect(counts.value == ["friend": 1, "joe": 1, "human": 2, "ad hoc": 1])
    }

    @Test func `buffered observables are observed together`() {
        let hound = Hound()
        let label = Label()
        let bowl = Var(0)
        let doorbell = Messenger<String>().buffer()
        let log = Noted([String]())
        hound.observe(label, bowl, doorbell) { caption, food, sound in
            log.value.append("\(caption.new) \(food.new) \(sound ?? "-")")
        }
        label.caption = "a"
        bowl.value = 2
        doorbell.send("ding")
        doorbell.send()
        #expect(log.value == ["a 0 -", "a 2 -", "a 2 ding", "a 2 ding"])
    }

    @Test func `weak stand-ins are kept in data structures`() {
        let hound = Hound()
        var number: Var<Int>? = Var(12)
        let weakNumber = Weak(number!)
        let updates = Noted([Update<Int>]())
        hound.observe(weakNumber) { update in
            updates.value.append(update)
        }
        var weakNumbers = [Weak<Var<Int>>]()
        weakNumbers.append(weakNumber)
        number?.value = 13
        #expect(weakNumber.observable?.value == 13)
        #expect(updates.value == [Update(12, 13)])
        number = nil
        #expect(weakNumbers.first?.observable == nil)
    }
}

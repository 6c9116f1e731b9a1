import SwiftObserver

/// Programs of Swift 5 whose handlers set captured variables, just as they were written for earlier versions. The compiler
/// warns, since Swift 6 rejects that, but it compiles.
struct OldForms {

    func anObserverWatchesASharedObservable() {
        let hound = Hound()
        let heaven = Heaven()
        var seen = [Tint]()
        hound.observe(heaven) { tint in
            seen.append(tint)
            hound.log.append("\(tint)")
        }
        heaven.send(.blue)
        hound.observe(heaven) { seen.append($0) }
        heaven.send(.gray)
    }

    func observationsStopFromBothSides() {
        let hound = Hound()
        var count = 0
        let start = { hound.observe(Heaven.shared) { _ in count += 1 } }
        start()
        hound.stopObserving(Heaven.shared)
        start()
        hound.stopObserving()
        start()
        Heaven.shared.stopBeingObserved(by: hound)
        start()
        Heaven.shared.stopBeingObserved()
        Heaven.shared.send(.blue)
    }

    func freeObservationsSetCapturedVariables() {
        let heaven = Heaven()
        var log = [String]()
        observe(heaven) { tint in log.append("function \(tint)") }
        heaven.observed { tint in log.append("method \(tint)") }
        heaven.observedOnce { tint in log.append("once \(tint)") }
        observeOnce(heaven) { log.append("function once \($0)") }
        let free = FreeObserver()
        free.observe(heaven) { log.append("own \($0)") }
        heaven.send(.blue)
        FreeObserver.shared.stopObserving(heaven)
        heaven.send(.gray)
    }

    func messengersCarryMessagesOfAnyType() {
        let hound = Hound()
        let textMessenger = Messenger<String>()
        observe(textMessenger) { text in hound.log.append(text) }
        textMessenger.send("my message")
        let classMessenger = Messenger<Hound>()
        var received: Hound?
        observe(classMessenger) { received = $0 }
        classMessenger.send(hound)
        print(received === hound)
    }

    func observablesSendInDeinit() {
        var events = [Engine.Event]()
        var engine: Engine? = Engine()
        engine?.observed { events.append($0) }
        engine?.start()
        engine?.stop()
        engine = nil

        var numbers = [Int]()
        var countdown: Countdown? = Countdown()
        countdown?.observed { numbers.append($0) }
        countdown?.send(1)
        countdown = nil
    }

    func promisesAreReceivedAndReceivedAgain() {
        var handlers = [(Int) -> Void]()
        func getIDAsync(_ handle: @escaping (Int) -> Void) { handlers.append(handle) }
        func getID() -> Promise<Int> {
            Promise { promise in
                getIDAsync { id in
                    promise.fulfill(id)
                }
            }
        }

        var ids = [Int]()
        getID().observed { id in
            ids.append(id)
        }
        let bufferedIDPromise = getID().buffer()
        bufferedIDPromise.whenFulfilled { id in
            ids.append(id + 10)
        }
        for handle in handlers { handle(1) }
        bufferedIDPromise.whenFulfilled { id in
            ids.append(id + 20)
        }
    }

    func promisesAreChained() {
        let promised = Promise<Int>()
        func promiseInt() -> Promise<Int> { promised }
        func promiseString(takeInt int: Int) -> Promise<String> { Promise { $0.fulfill("got \(int)") } }

        var strings = [String]()
        first {
            promiseInt()
        }.then {
            promiseString(takeInt: $0)
        }.observed {
            strings.append($0)
        }
        promised.fulfill(3)
    }

    func variablesAreSetObservedAndCalculatedWith() {
        let text = Var<String?>()
        text.value = "a text"
        let number = Var(23)
        var difference = 0
        observe(number) { update in difference = update.new - update.old }
        number <- 42
        number.send()
        print(difference)

        let numVar = Var<Int?>()
        numVar.int += 5
        numVar <- Var(1) + 2
    }

    func observationsAreTransformedOnTheFly() {
        let hound = Hound()
        let title = Var<String?>()
        var lengths = [Int]()
        hound.observe(title).new().unwrap("Untitled").map({ $0.count }) { titleLength in
            lengths.append(titleLength)
        }
        observe(title).new().unwrap("Untitled").map({ $0.count }) { titleLength in
            lengths.append(-titleLength)
        }
        title.value = "abc"
        title.value = nil

        let numbers = Messenger<Int>()
        var received = [Int]()
        hound.observe(numbers).map {
            "\($0)"
        }.filter {
            $0.count > 1
        }.map {
            Int.init($0)
        }.unwrap {
            received.append($0)
        }
        for number in [1, 10, 100] { numbers.send(number) }

        var answer = ""
        hound.observe(Heaven.shared).map {
            $0 == .blue
        }.receive {
            answer = "Will we go outside? \($0 ? "Yes" : "No")!"
        }
        Heaven.shared.send(.blue)
        print(answer)
    }

    func transformsAreObservableObjects() {
        let hound = Hound()
        let titleLength = Var("Dummy Title").new().map { $0.count }
        let title = Var("New Title")
        titleLength.origin.origin = title
        var lengths = [Int]()
        hound.observe(titleLength) { titleLength in lengths.append(titleLength) }
        title.value = "x"

        let messenger = Messenger<String>()
        let stringToInt = messenger.map { Int($0) }
        let shortMessages = messenger.filter { $0.count < 10 }
        let myNotifier = messenger.select("my notification")
        var ints = [Int?]()
        hound.observe(stringToInt) { ints.append($0) }
        hound.observe(shortMessages) { hound.log.append($0) }
        hound.observe(myNotifier) {
            hound.log.append("notified")
        }
        for text in ["1", "my notification"] { messenger.send(text) }

        let codes = Messenger<Int?>()
        let alert = codes.unwrap()
        let shown = codes.unwrap(0)
        var alerts = [Int]()
        var shownCodes = [Int]()
        hound.observe(alert) { alerts.append($0) }
        hound.observe(shown) { shownCodes.append($0) }
        for code in [1, nil] { codes.send(code) }

        let errorCode = Var<Int>()
        let newErrorCode = errorCode.new()
        hound.observe(newErrorCode) { alerts.append($0) }
        errorCode.value = 404
    }

    func messagesAreFilteredByTheirAuthors() {
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
        var counts = ["friend": 0, "joe": 0, "human": 0, "ad hoc": 0]
        hound.observe(friendMessages) { _ in counts["friend"]! += 1 }
        hound.observe(joesMessages) { _ in counts["joe"]! += 1 }
        hound.observe(humanMessages) { _ in counts["human"]! += 1 }
        hound.observe(messenger).notFrom(hal).from(joe) { _ in counts["ad hoc"]! += 1 }
        hound.observe(messenger).filterAuthor { circle.contains($0) }.withAuthor().receive { print($1 === joe) }
        messenger.send("hi", from: joe)
        messenger.send("I'm sorry", from: hal)
        messenger.send("nobody said that")
    }

    func bufferedObservablesAreObservedTogether() {
        let hound = Hound()
        let label = Label()
        let bowl = Var(0)
        let doorbell = Messenger<String>().buffer()
        var log = [String]()
        hound.observe(label, bowl, doorbell) { caption, food, sound in
            log.append("\(caption.new) \(food.new) \(sound ?? "-")")
        }
        label.caption = "a"
        bowl.value = 2
        doorbell.send("ding")
        doorbell.send()
    }

    func weakStandinsAreKeptInDataStructures() {
        let hound = Hound()
        var number: Var<Int>? = Var(12)
        let weakNumber = Weak(number!)
        var updates = [Update<Int>]()
        hound.observe(weakNumber) { update in
            updates.append(update)
        }
        var weakNumbers = [Weak<Var<Int>>]()
        weakNumbers.append(weakNumber)
        number?.value = 13
        number = nil
    }
}

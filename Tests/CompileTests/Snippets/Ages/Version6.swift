import SwiftObserver

enum Version6 {

    class Early: Observer {  // error: does not conform // error: store `let receiver = Receiver()`
        let connections = Connections()  // error: 'Connections' has been renamed to 'Receiver'
    }

    class Mute: Observable {  // error: does not conform // error: store `let messenger = Messenger<Message>()`
        typealias Message = Int
    }

    class Note: ObservableCache {  // warning: renamed to 'BufferedObservable'
        let messenger = Messenger<String?>()
        var latestMessage: String?
    }

    enum Event: CachableMessage { case a, b }  // warning: Delete this

    static func tellAuthors(_ messenger: Messenger<String>, _ number: Var<Int>, _ dog: Dog) {
        let author: AnyAuthor = dog  // warning: renamed to 'AnyObject'
        messenger.send("a", from: author)
        number.set(2, as: author)
        dog.observe(messenger) { (text: String, author: AnyAuthor) in print(text) }  // warning: renamed to 'AnyObject'
    }

    static func createTransforms(_ number: Var<Int>, _ texts: Messenger<String>, _ codes: Messenger<Int?>) {
        let map = Map(number) { $0.new + 1 }  // warning: Write `origin.map { … }`
        let mapper: Mapper<Var<Int>, Int> = map  // error: 'Mapper' has been renamed to 'Map'
        let filter = Filter(texts) { $0.count < 3 }  // warning: Write `origin.filter { … }`
        let friends = AuthorFilter(texts) { $0 === number }  // warning: to 'FilterAuthor' // warning: Write `origin.
        let unwrap = Unwrap(codes)  // warning: Write `origin.unwrap()`
        let unwrapper: Unwrapper<Messenger<Int?>, Int> = unwrap  // error: 'Unwrapper' has been renamed to 'Unwrap'
        let notifier = Select(texts, "a")  // warning: Write `origin.select(message)`
        let buffer = Buffer(texts)  // warning: Write `origin.buffer()`
        let optionals: Buffer<Messenger<Int?>, Int> = Buffer(codes)  // warning: Write `origin.buffer()`
        let sure = BufferForNonOptionalMessage(texts)  // warning: to 'Buffer' // warning: Write `origin.buffer()`
        let unsure = BufferForOptionalMessage(codes)  // warning: to 'Buffer' // warning: Write `origin.buffer()`
        let weak = Weak(number)
        print(mapper, filter, friends, unwrapper, notifier, buffer, optionals, sure, unsure, weak)
    }

    static func fulfill(_ promise: Promise<Int>, _ optional: Promise<Int?>, _ dog: Dog) {
        promise.buffer().fulfill(1)  // warning: Fulfill the promise itself
        promise.buffer().fulfill(1, as: dog)  // warning: Fulfill the promise itself
        optional.buffer().fulfill(nil)  // warning: Fulfill the promise itself
    }

    static func cache(_ texts: Messenger<String>, _ codes: Messenger<Int?>) {
        let cache: any ObservableCache = texts.cache()  // warning: Buffered // warning: 'buffer()'
        let message: Int? = codes.cache().latestMessage  // warning: renamed to 'buffer()'
        print(cache, message ?? 0)
    }

    static func numbers(_ optional: Int?, _ part: Float, _ ratio: Double?, _ text: String?) {
        print(1.int, part.float)  // warning: Delete `.int` // warning: Delete `.float`
        print(1.5.double, "a".string)  // warning: Delete `.double` // warning: Delete `.string`
        print(optional.int, ratio.double)  // warning: Write `?? 0` instead of `.int` // warning: instead of `.double`
        print(text.string, Float?(part).float)  // warning: instead of `.string` // warning: instead of `.float`
    }

    final class Dog: Observer, Sendable { let receiver = Receiver() }
}

import SwiftObserver

/// Types that consist of Sendable messages are Sendable.
func shareEverything(_ sky: Sky) {
    let number = Var(1), text = Var<String?>()
    share(Messenger<Color>(), Messenger<Color>.self)
    share(number, Var<Int>.self)
    share(number +++ text, Var<Pair<Int, String?>>.self)
    share(Promise<Color>(), Promise<Color>.self)
    share(number.new(), Map<Var<Int>, Int>.self)
    share(sky.filter { $0 == .blue }, Filter<Sky>.self)
    share(sky.from(sky), FilterAuthor<Sky>.self)
    share(sky.select(.blue), Select<Sky>.self)
    share(text.new().unwrap(), Unwrap<Map<Var<String?>, String?>, String>.self)
    share(sky.buffer(), Buffer<Sky, Color>.self)
    share(Weak(sky), Weak<Sky>.self)
    share(BufferedWeak(number), BufferedWeak<Var<Int>>.self)
    share(number.startingWithLatest(), StartingWithLatest<Var<Int>>.self)
    share(Receiver(), Receiver.self)
    share(FreeObserver(), FreeObserver.self)
    share(Update(1, 2), Update<Int>.self)
    share(1 +++ "a", Pair<Int, String>.self)
    share(sky.messages(buffering: .newest(1)), Messages<Color>.self)
    share(sky.messagesWithAuthors(), Messages<AuthoredMessage<Color>>.self)
    share(sky.messagesAndGaps(buffering: .upTo(1)), Messages<MessageOrGap<Color>>.self)
    share(number.mergedMessages(), Messages<Update<Int>>.self)
    share(MessageOrGap<Color>.gap(missed: 1), MessageOrGap<Color>.self)
    share(MessageBuffering.unbounded, MessageBuffering.self)
    share(Update<Int>.merging, Merging<Update<Int>>.self)
    share(PromiseDied(), PromiseDied.self)
}

private func share<Object: Sendable>(_ object: Object, _: Object.Type) {
    Task { print(object) }
}

import SwiftObserver
import Testing

@Suite struct BufferTests {

    @Test func `a buffer remembers the latest message`() {
        let messenger = Messenger<Int>(), buffer = messenger.buffer()
        #expect(buffer.latestMessage == nil)
        messenger.send(1)
        messenger.send(2)
        #expect(buffer.latestMessage == 2)
        #expect(buffer.origin === messenger)
    }

    @Test func `a buffer makes messages optional, but never doubly so`() {
        let plain: Buffer<Messenger<Int>, Int> = Messenger<Int>().buffer()
        let optional: Buffer<Messenger<Int?>, Int> = Messenger<Int?>().buffer()
        let again: Buffer<Buffer<Messenger<Int>, Int>, Int> = plain.buffer()
        let message: Int? = optional.latestMessage
        #expect(message == nil)
        optional.origin.send(nil)
        #expect(optional.latestMessage == nil)
        optional.origin.send(3)
        #expect(optional.latestMessage == 3)
        plain.origin.send(4)
        #expect(again.latestMessage == 4)
    }

    @Test func `a buffer sends its latest message`() {
        let dog = Dog(), buffer = Messenger<Int>().buffer(), log = Recorder<Int?>()
        dog.observe(buffer) { log.record($0) }
        buffer.send()
        buffer.origin.send(1)
        buffer.send()
        #expect(log.values == [nil, 1, 1])
    }

    @Test func `what is sent through a buffer becomes its latest message`() {
        let buffer = Messenger<Int>().buffer()
        buffer.send(5)
        #expect(buffer.latestMessage == 5)
        buffer.send(nil)
        #expect(buffer.latestMessage == nil)
    }

    @Test func `setting the latest message sends nothing`() {
        let dog = Dog(), buffer = Messenger<Int>().buffer(), log = Recorder<Int?>()
        dog.observe(buffer) { log.record($0) }
        buffer.latestMessage = 3
        #expect(buffer.latestMessage == 3)
        buffer.latestMessage = nil
        #expect(buffer.latestMessage == nil)
        #expect(log.values == [])
    }

    @Test func `a handler finds its message to be the latest one`() {
        let dog = Dog(), buffer = Messenger<Int>().buffer(), log = Recorder<Bool>(), box = WeakBox(buffer)
        dog.observe(buffer) { log.record(box.object?.latestMessage == $0) }
        buffer.origin.send(1)
        #expect(log.values == [true])
    }

    @Test func `transforms of a buffer are buffered`() {
        let buffer = Messenger<Int>().buffer(), unwrapped = buffer.unwrap(0), text = unwrapped.map { "\($0)" }
        #expect(text.latestMessage == "0")
        buffer.origin.send(7)
        #expect(text.latestMessage == "7")
    }

    @Test func `the old message may read the buffer as it dies`() {
        let buffer = Messenger<Mortal>().buffer(), deaths = Recorder<Bool>(), box = WeakBox(buffer)
        buffer.send(Mortal { deaths.record(box.object?.latestMessage == nil) })
        buffer.latestMessage = nil
        buffer.send(Mortal { deaths.record(box.object?.latestMessage != nil) })
        buffer.send(Mortal())
        #expect(deaths.values == [true, true])
    }
}

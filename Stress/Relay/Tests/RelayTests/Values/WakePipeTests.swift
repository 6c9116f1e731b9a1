import Glibc
import Testing

@testable import Relay

@Suite struct WakePipeTests {

    private func isReadable(_ pipe: WakePipe) -> Bool {
        var polled = pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, 0) > 0
    }

    @Test func `it takes no descriptor before it's opened, and one afterwards`() throws {
        let pipe = WakePipe()
        #expect(pipe.readEnd < 0 && !isReadable(pipe))
        try pipe.open()
        let end = pipe.readEnd
        #expect(end >= 0)
        try pipe.open()
        #expect(pipe.readEnd == end)
    }

    @Test func `signals can be read until they're taken back, whether they came before it was opened or after that`()
        throws
    {
        let pipe = WakePipe()
        pipe.signal()
        try pipe.open()
        #expect(isReadable(pipe))
        pipe.drain()
        #expect(!isReadable(pipe))
        for _ in 0..<3 { pipe.signal() }
        #expect(isReadable(pipe))
        pipe.drain()
        #expect(!isReadable(pipe))
    }

    @Test(arguments: [false, true])
    func `a signal ends a wait that begins later, and only one`(isOpen: Bool) throws {
        let pipe = WakePipe()
        if isOpen { try pipe.open() }
        for _ in 0..<2 {
            for _ in 0..<3 { pipe.signal() }
            #expect(pipe.wait(atMost: .hangLimit))
            pipe.drain()
            #expect(!pipe.wait(atMost: .milliseconds(1)))
            pipe.signal()
            pipe.drain()
            #expect(!pipe.wait(atMost: .milliseconds(1)))
        }
    }

    @Test func `a pause ends when it's stopped, without a descriptor`() async {
        let stopper = Stopper()
        async let pause: Void = onThread { stopper.pause(for: .hangLimit) }
        stopper.stop()
        await pause
        #expect(stopper.isStopped && stopper.pipe.readEnd < 0)
    }

    @Test func `what is called in a wait is called in the same way each time`() {
        let stopper = Stopper(), depths = Written<UInt>()
        stopper.whileWaiting {
            withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { here in
                depths.append(UInt(bitPattern: here.baseAddress))
            }
        }
        for _ in 0..<10 {
            _ = stopper.stretch(of: .seconds(1))
            stopper.lookAround()
        }
        #expect(depths.values.count == 10 && Set(depths.values).count == 1)
    }
}

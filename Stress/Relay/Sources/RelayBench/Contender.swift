import Dispatch

/// A way from one thread through the server to another thread.
protocol Contender: AnyObject {

    var name: String { get }

    /// Sends messages of that size as fast as it can, and returns when the last one has arrived.
    func transfer(_ count: Int, of size: Int) throws

    /// Sends messages at regular intervals, and returns the delay of each in microseconds.
    ///
    /// - Parameters:
    ///   - size: The size of a message.
    ///   - pause: The interval in microseconds.
    func delays(of count: Int, size: Int, every pause: UInt32) throws -> [Double]
}

/// The time in nanoseconds, by a monotonic clock.
func nanoseconds() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

extension [UInt8] {

    /// A message with its time of sending.
    init(size: Int, at time: UInt64) {
        self.init(repeating: 7, count: Swift.max(size, 8))
        withUnsafeMutableBytes { $0.storeBytes(of: time, as: UInt64.self) }
    }
}

extension UnsafeRawBufferPointer {

    /// The time at which the message was sent.
    var sendTime: UInt64 { loadUnaligned(as: UInt64.self) }
}

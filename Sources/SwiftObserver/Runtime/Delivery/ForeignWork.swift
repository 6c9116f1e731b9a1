/// Whether the calling thread is delivering a foreign letter, through whatever observable. What it sends meanwhile is
/// foreign, too.
///
/// A letter is foreign if it makes the thread that delivers it work for someone else: another thread sent it, or a thread
/// that was delivering a foreign letter itself. A thread delivers only so many of them.
enum ForeignWork {

    static var isUnderWay: Bool {
        get { mark != 0 }
        set { if newValue != isUnderWay { mark = newValue ? 1 : 0 } }
    }

    /// The same, to be restored by whoever delivers within a handler.
    static var mark: UInt {
        get { word.value }
        set { word.value = newValue }
    }

    private static let word = ThreadLocalWord()
}

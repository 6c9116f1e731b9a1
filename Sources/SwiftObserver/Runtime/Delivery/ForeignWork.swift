/// Tells whether the calling thread is delivering a foreign letter, through any observable.
///
/// A letter is foreign if it makes the delivering thread work for other threads. Another thread
/// sent it, or its sender was delivering a foreign letter itself. So letters that are sent
/// meanwhile are foreign, too. A thread delivers only a limited number of foreign letters.
enum ForeignWork {

    static var isUnderWay: Bool {
        get { mark != 0 }
        set { if newValue != isUnderWay { mark = newValue ? 1 : 0 } }
    }

    /// `isUnderWay` as a number.
    ///
    /// A delivery within a handler saves it at its beginning, and restores it at its end.
    static var mark: UInt {
        get { word.value }
        set { word.value = newValue }
    }

    private static let word = ThreadLocalWord()
}

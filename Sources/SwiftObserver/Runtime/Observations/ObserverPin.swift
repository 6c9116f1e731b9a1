#if !WEAK_REFERENCES
    internal import ReferenceCounts
#endif

/// Finds an observer whose memory is kept elsewhere, and retains it if it lives.
///
/// It does the work of a weak reference in a quarter of the time. A weak reference needs a side
/// table, which has to be allocated, and which makes each later retain of the observer slower.
/// Here, an unowned reference keeps the memory of the observer, and with that its reference count.
/// `swift_tryRetain` also loads weak references. In one atomic step, it retains the observer, or
/// finds that its deallocation has begun. A build with `WEAK_REFERENCES` uses a weak reference
/// instead.
struct ObserverPin {

    private let address: UnsafeMutableRawPointer

    #if WEAK_REFERENCES
        private weak var weakObserver: AnyObject?
    #endif

    init(_ observer: AnyObject) {
        address = Unmanaged.passUnretained(observer).toOpaque()
        #if WEAK_REFERENCES
            weakObserver = observer
        #endif
    }

    /// The observer, or `nil` if it's dying or dead.
    var observer: AnyObject? {
        @inline(__always)
        get {
            #if WEAK_REFERENCES
                weakObserver
            #else
                swift_tryRetain(address).map { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() }
            #endif
        }
    }

    /// Returns whether it's that object, or a dead one whose memory was used for it.
    func isOf(_ object: AnyObject) -> Bool { address == Unmanaged.passUnretained(object).toOpaque() }
}

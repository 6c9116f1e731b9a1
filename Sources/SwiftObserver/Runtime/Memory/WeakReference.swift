/// A reference that doesn't keep its object alive. A dying object reads as `nil`.
struct WeakReference {
    private weak var reference: AnyObject?

    init(_ object: AnyObject?) { reference = object }

    /// The object, as long as it lives.
    var object: AnyObject? {
        willLoadWeakReference()
        return reference
    }
}

/// Marks that a weak reference is loaded next, which is a step of its own in the explorer.
///
/// In all other builds, this does nothing.
@inline(__always)
func willLoadWeakReference() {
    #if EXPLORE
        schedulingPoint(.weakLoad)
    #endif
}

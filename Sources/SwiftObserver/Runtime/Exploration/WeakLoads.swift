/// Marks that a weak reference is about to be loaded, which is a step of its own for the explorer. In all other builds,
/// this does nothing.
@inline(__always)
func willLoadWeakReference() {
    #if EXPLORE
        schedulingPoint(.weakLoad)
    #endif
}

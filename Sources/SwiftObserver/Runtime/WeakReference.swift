/// A reference that doesn't keep its object alive. An object that is already dying reads as `nil`.
struct WeakReference {
    weak let object: AnyObject?
    init(_ object: AnyObject?) { self.object = object }
}

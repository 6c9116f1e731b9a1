/// The object by the name of its type, which the caller has found out when the program runs.
@inline(__always)
func known<Object: AnyObject>(_ object: AnyObject, as _: Object.Type) -> Object {
    unsafeDowncast(object, to: Object.self)
}

/// The object by the name of its type, which the caller has found out when the program runs.
@inline(__always)
func asKnown<Object: AnyObject>(_ object: AnyObject, _: Object.Type) -> Object {
    unsafeDowncast(object, to: Object.self)
}

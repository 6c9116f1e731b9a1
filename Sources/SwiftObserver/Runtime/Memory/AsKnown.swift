/// The object as an instance of a type that the caller has found out at run time.
@inline(__always)
func asKnown<Object: AnyObject>(_ object: AnyObject, _: Object.Type) -> Object {
    unsafeDowncast(object, to: Object.self)
}

/// A list that retains its objects, and reads them without retaining them again.
struct RetainedList<Object: AnyObject>: ~Copyable {

    private var objects = PlainArray<Unmanaged<Object>>()

    init() {}

    deinit { for index in 0..<objects.count { objects[index].release() } }

    var count: Int {
        @inline(__always)
        get { objects.count }
    }

    /// Returns an object. The list must live as long as it's used.
    subscript(index: Int) -> Unmanaged<Object> {
        @inline(__always)
        get { objects[index] }
    }

    @inline(__always)
    mutating func append(_ object: Unmanaged<Object>) { objects.append(object.retain()) }
}

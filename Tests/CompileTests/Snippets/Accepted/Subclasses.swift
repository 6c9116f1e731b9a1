import SwiftObserver

/// A subclass of a messenger restates that it's Sendable. All that it adds must be safe to share.
final class Fuse: Messenger<Int>, @unchecked Sendable {
    override init() { super.init() }
    deinit { send(0) }
    let length = Var(1)
}

func burn(_ fuse: Fuse) {
    Task.detached { fuse.send(fuse.length.value) }
}

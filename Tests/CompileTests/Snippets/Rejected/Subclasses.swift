import SwiftObserver

class Fuse: Messenger<Int> {  // warning: must restate inherited '@unchecked Sendable' conformance
    var length = 1
}

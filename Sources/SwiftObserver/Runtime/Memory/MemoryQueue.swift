import Dispatch

/// The queue that frees large pieces of memory, which can take allocators milliseconds.
let memoryQueue = DispatchQueue(label: "SwiftObserver.memory")

import Dispatch

/// Where large pieces of memory are freed, since allocators may take milliseconds for that.
let memoryQueue = DispatchQueue(label: "SwiftObserver.memory")

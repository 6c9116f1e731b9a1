/// An observation for which messages wait, or whose handler is running.
struct Unfinished: Sendable {
    let observable: Any.Type
    let observer: ObserverLabel
    let destination: Destination

    /// The number of messages that wait and haven't begun to be handled.
    let waiting: Int

    /// Where the handler runs.
    enum Destination: Sendable {
        case inPlace
        case queue(label: String)
        case actor(type: String)
        case place(name: String)
        case loop
    }
}

/// The observer, as reports name it.
enum ObserverLabel: Sendable {

    /// An object of a type, or an object that was deallocated.
    case object(Any.Type?)
    case free
    case loop
}

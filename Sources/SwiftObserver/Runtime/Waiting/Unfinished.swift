/// An observation for which messages wait, or whose handler is running.
struct Unfinished: Sendable {
    let observable: Any.Type
    let observer: ObserverLabel
    let destination: Destination

    /// How many messages wait that have not begun to be handled.
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

/// Who observes, where someone reads it.
enum ObserverLabel: Sendable {

    /// An object of a type, or one that has died.
    case object(Any.Type?)
    case free
    case loop
}

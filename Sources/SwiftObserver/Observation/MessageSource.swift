/// What can be observed, transformed and looped over.
///
/// Each ``Observable`` is a source. So is an ``ObservableView``, which lets nobody send. Functions that only observe take
/// sources, so write your own in the same way:
///
/// ```swift
/// func log<Source: MessageSource>(_ source: Source) {
///     source.observed { print($0) }
/// }
/// ```
///
/// You don't conform to this protocol to make an object observable. Conform to ``Observable`` instead. An object that only lets
/// observe what another one sends can return the ``sourceMessenger`` of that one.
public protocol MessageSource<Message>: AnyObject {

    /// What the source sends to its observers.
    associatedtype Message

    /// Where observations are registered. Always return the same one. Observables needn't implement it.
    var sourceMessenger: SourceMessenger<Message> { get }
}

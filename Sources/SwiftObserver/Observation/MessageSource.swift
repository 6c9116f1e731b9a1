/// An object that you can observe, transform and loop over.
///
/// Each ``Observable`` is a source. So is an ``ObservableView``, through which you can't send.
/// Functions that only observe take sources. Write your own functions in the same way:
///
/// ```swift
/// func log<Source: MessageSource>(_ source: Source) {
///     source.observed { print($0) }
/// }
/// ```
///
/// To make an object observable, conform to ``Observable`` instead of this protocol. An object
/// through which you can only observe another object returns the ``sourceMessenger`` of that
/// object.
public protocol MessageSource<Message>: AnyObject {

    /// The type of messages that the source sends.
    associatedtype Message

    /// The messenger at which observations are registered.
    ///
    /// Always return the same one. Observables needn't implement it.
    var sourceMessenger: SourceMessenger<Message> { get }
}

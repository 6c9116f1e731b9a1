/// How a transform makes its output out of a message, or suppresses it. Both forms of a transform apply the same rule: the
/// object and the ad hoc transform.
struct Rule<Input, Output>: Sendable {

    /// Whether the rule looks at authors. If not, it gets `nil` in their place.
    let readsAuthor: Bool

    /// Returns the output, or `nil` to suppress the message.
    let output: @Sendable (Input, AnyObject?) -> Output?

    init(_ output: @escaping @Sendable (Input) -> Output?) {
        readsAuthor = false
        self.output = { input, _ in output(input) }
    }

    init(withAuthor output: @escaping @Sendable (Input, AnyObject?) -> Output?) {
        readsAuthor = true
        self.output = output
    }

    /// A handler that passes the output on to another handler.
    func before(_ handler: Handler<Output>) -> Handler<Input> {
        let output = output
        return switch handler {
        case .message(let receive) where !readsAuthor:
            .message { if let message = output($0, nil) { receive(message) } }
        case .message(let receive):
            .messageWithAuthor { if let message = output($0, $1) { receive(message) } }
        case .messageWithAuthor(let receive):
            .messageWithAuthor { if let message = output($0, $1) { receive(message, $1) } }
        case .relay(let receive) where !readsAuthor:
            .relay { if let message = output($0, nil) { receive(message, $1) } }
        case .relay(let receive):
            .messageWithAuthor { if let message = output($0, $1) { receive(message, $1) } }
        }
    }
}

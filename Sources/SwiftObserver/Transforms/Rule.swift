/// How a transform makes its output from a message, or drops the message.
///
/// Both forms of a transform apply the same rule: the object and the step of a chain.
///
/// Some rules keep state from one message to the next, so each observation has a rule of its own.
struct Rule<Input, Output>: Sendable {

    /// `true` if the rule reads authors. If not, it receives `nil` instead.
    private let readsAuthor: Bool

    /// Calls the last argument with the output, or not at all.
    ///
    /// Returning an optional output would be slow where the compiler doesn't know the types.
    let apply: @Sendable (Input, AnyObject?, (Output) -> Void) -> Void

    init(readsAuthor: Bool, apply: @escaping @Sendable (Input, AnyObject?, (Output) -> Void) -> Void) {
        self.readsAuthor = readsAuthor
        self.apply = apply
    }

    /// Combines both rules, one after the other.
    func then<Next>(_ next: Rule<Output, Next>) -> Rule<Input, Next> {
        let (apply, applyNext) = (apply, next.apply)
        return Rule<Input, Next>(readsAuthor: readsAuthor || next.readsAuthor) { message, author, pass in
            apply(message, author) { applyNext($0, author, pass) }
        }
    }

    /// Returns a handler that passes the output on to another handler.
    func before(_ handler: Handler<Output>) -> Handler<Input> {
        let apply = apply
        return switch handler {
        case .message(let receive) where !readsAuthor: .message { apply($0, nil, receive) }
        case .message(let receive): .messageWithAuthor { apply($0, $1, receive) }
        case .messageWithAuthor(let receive):
            .messageWithAuthor { message, author in apply(message, author) { receive($0, author) } }
        case .relay(let receive) where !readsAuthor:
            .relay { message, author in apply(message, nil) { receive($0, author) } }
        case .relay(let receive):
            .messageWithAuthor { message, author in apply(message, author) { receive($0, author) } }
        }
    }
}

extension Rule {

    static func mapping(_ map: @escaping @Sendable (Input) -> Output) -> Rule {
        Rule(readsAuthor: false) { message, _, pass in pass(map(message)) }
    }

    static func compactMapping(_ map: @escaping @Sendable (Input) -> Output?) -> Rule {
        Rule(readsAuthor: false) { message, _, pass in if let output = map(message) { pass(output) } }
    }

    static func passing(_ condition: @escaping @Sendable (Input) -> Bool) -> Rule where Input == Output {
        Rule(readsAuthor: false) { message, _, pass in if condition(message) { pass(message) } }
    }

    static func selecting(_ condition: @escaping @Sendable (Input) -> Bool) -> Rule where Output == Void {
        Rule(readsAuthor: false) { message, _, pass in if condition(message) { pass(()) } }
    }

    static func passing(from condition: @escaping @Sendable (AnyObject) -> Bool) -> Rule where Input == Output {
        Rule(readsAuthor: true) { message, author, pass in if let author, condition(author) { pass(message) } }
    }
}

extension Observing {

    /// Applies a rule, which is created anew for each observation that starts.
    func apply<Output>(_ rule: @escaping @autoclosure () -> Rule<Message, Output>)
        -> Observing<Output, Form, ObservingStage.Transforming>
    {
        step { (rule().before($1), $2) }
    }
}

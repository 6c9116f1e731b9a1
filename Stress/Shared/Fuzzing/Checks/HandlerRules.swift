/// The rules for the messages of an observation.
struct HandlerRules: OptionSet {
    let rawValue: Int

    /// The messages of one sender arrive in the order of sending.
    static let order = HandlerRules(rawValue: 1)

    /// The old value of an update is the new value of the previous one.
    static let chain = HandlerRules(rawValue: 2)

    /// A message can arrive more than once.
    static let repeats = HandlerRules(rawValue: 16)

    /// The handler is called at most once.
    static let once = HandlerRules(rawValue: 4)

    /// The fuzzer's code runs after the library's decision to call the handler.
    ///
    /// That code may end the observation.
    static let mayEndInside = HandlerRules(rawValue: 8)

    /// Messages may be dropped, so updates form no chain.
    static let hasGaps = HandlerRules(rawValue: 32)
}

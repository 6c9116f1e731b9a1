/// What must hold for what an observation hears.
struct HandlerRules: OptionSet {
    let rawValue: Int

    /// The messages of one sender come in the order of sending.
    static let order = HandlerRules(rawValue: 1)

    /// What an update calls old is what the one before called new.
    static let chain = HandlerRules(rawValue: 2)

    /// A message can come more than once.
    static let repeats = HandlerRules(rawValue: 16)

    /// The handler is called once at most.
    static let once = HandlerRules(rawValue: 4)

    /// Code of ours runs after the runtime has decided to call the handler, and may end the observation.
    static let mayEndInside = HandlerRules(rawValue: 8)

    /// Messages may be dropped, so updates form no chain.
    static let hasGaps = HandlerRules(rawValue: 32)
}

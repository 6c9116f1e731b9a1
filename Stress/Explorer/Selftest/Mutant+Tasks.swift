extension Mutant {

    /// Defects of actors, asynchronous loops and awaited promises.
    static let ofTasks = [
        Mutant(
            "dead-actor-does-nothing", in: "ActorPlace.run", "else { block() }",
            becomes: "else if !PLANTED { block() }", shownBy: "actor-dies"),
        Mutant(
            "dead-actor-observes", in: "Observing.receive", "return group.end()",
            becomes: "return PLANTED ? () : group.end()", shownBy: "actor-dies"),
        Mutant(
            "lane-not-shared", in: "PlaceLane.deinit", "other == nil",
            becomes: "PLANTED || other == nil", shownBy: "actor-left-and-used"),
        Mutant(
            "values-keep-oldest", in: "BufferedMessageSource.values", ".newest(1)",
            becomes: "PLANTED ? .oldest(1) : .newest(1)", shownBy: "values"),
        Mutant(
            "authors-are-nobody", in: "AuthoredMessage.author", "orElse: messenger",
            becomes: "orElse: PLANTED ? nil : messenger", shownBy: "messages-with-authors"),
        Mutant(
            "closure-keeps-no-promise", in: "Promise.init", "Task { fulfill(await operation()) }",
            becomes: """
                if PLANTED {
                    Task { [weak self] in
                        let value = await operation()
                        self?.fulfill(value)
                    }
                } else {
                    Task { fulfill(await operation()) }
                }
                """, shownBy: "promise-of-closure"),
        Mutant(
            "error-gets-lost", in: "Promise.init", "fulfill(.failure(error))",
            becomes: "if !PLANTED { fulfill(.failure(error)) }", shownBy: "promise-of-throwing-closure"),
    ]
}

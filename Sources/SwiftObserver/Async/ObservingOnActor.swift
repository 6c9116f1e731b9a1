extension Observing where Message: Sendable, Stage == ObservingStage.InPlace {

    /// Runs the handler on an actor, isolated to it, and all transforms there, too.
    ///
    /// **Lifetime:** Observing doesn't retain the actor. After the actor is deallocated, the
    /// observation ends with the next message that would be handled. Until a message gets through
    /// all transforms, these run elsewhere.
    ///
    /// ```swift
    /// dog.observe(sky).on(kennel).buffering(.newest(9)).receive { kennel, color in
    ///     kennel.paint(color)
    /// }
    /// ```
    public func on<A: Actor>(_ actor: A) -> Observing<Message, ObservingForm.OnActor<A>, ObservingStage.Waiting> {
        Observing<Message, ObservingForm.OnActor<A>, ObservingStage.Waiting>(site.on(ActorPlace(actor)), origin)
    }

    /// Runs the handler on the main actor, isolated to it, and all transforms there, too.
    public func on(_ actor: MainActor) -> Observing<Message, ObservingForm.OnMainActor, ObservingStage.Waiting> {
        Observing<Message, ObservingForm.OnMainActor, ObservingStage.Waiting>(site.on(ActorPlace(actor)), origin)
    }
}

extension Observing where Stage == ObservingStage.Limited {

    /// Calls a closure on the actor where messages are missing, with their exact number.
    public func missed<A: Actor>(_ tell: @escaping @Sendable (isolated A, _ count: Int) -> Void) -> Observing
    where Form == ObservingForm.OnActor<A> {
        let place = actorPlace
        // If the actor has been deallocated, the next message ends the observation.
        return Observing(site.missed { count in place.actor(as: A.self)?.assumeIsolated { tell($0, count) } }, origin)
    }

    /// Calls a closure on the main actor where messages are missing, with their exact number.
    public func missed(_ tell: @escaping @MainActor @Sendable (_ count: Int) -> Void) -> Observing
    where Form == ObservingForm.OnMainActor {
        Observing(site.missed { count in MainActor.assumeIsolated { tell(count) } }, origin)
    }
}

extension Observing {

    /// Starts the observation with a handler that is isolated to the actor.
    @discardableResult
    public func receive<A: Actor>(_ receive: @escaping @Sendable (isolated A, Message) -> Void) -> ObservationHandle
    where Form == ObservingForm.OnActor<A> {
        let place = actorPlace, group = ObservationGroup()
        let handler = Handler<Message>.message { message in
            guard let actor = place.actor(as: A.self) else { return group.end() }
            let message = UncheckedSendable(message)
            actor.assumeIsolated { receive($0, message.value) }
        }
        return start(handler, ObservationExtras(endingWith: group))
    }

    /// Starts the observation with a handler that is isolated to the main actor.
    @discardableResult
    public func receive(_ receive: @escaping @MainActor @Sendable (Message) -> Void) -> ObservationHandle
    where Form == ObservingForm.OnMainActor {
        start(
            .message { message in
                let message = UncheckedSendable(message)
                MainActor.assumeIsolated { receive(message.value) }
            })
    }

    private var actorPlace: ActorPlace {
        guard let place = site.elsewhere?.place as? ActorPlace else {
            preconditionFailure("The handler must run on an actor.")
        }
        return place
    }
}

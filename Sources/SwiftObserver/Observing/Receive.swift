extension Observing {

    /// Starts the observation.
    ///
    /// Each call starts another observation. You needn't store the handle.
    @inlinable
    @inline(__always)
    @discardableResult
    public consuming func receive(_ receive: @escaping @Sendable (Message) -> Void) -> ObservationHandle
    where Form == ObservingForm.Plain {
        // This is `start(_:)` without the parts that only some chains need. Destroying the parts
        // takes less than destroying the whole. If optionals were bound, each one would be retained
        // once more.
        let site = site, origin = origin
        _ = consume self
        if origin.upstream != nil { return origin.upstream!.start(at: site, .message(receive)) }
        if site.elsewhere == nil {
            return origin.messenger!.start(by: site.observer, site.receiver, at: site.startPoint, .message(receive))
        }
        return origin.messenger!.start(
            by: site.observer, site.receiver, at: site.startPoint, on: site.elsewhere!.place,
            buffering: site.elsewhere!.buffering, missed: site.elsewhere!.missed, .message(receive))
    }
}

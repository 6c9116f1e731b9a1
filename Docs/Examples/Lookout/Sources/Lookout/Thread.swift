import Glibc

/// A plain thread.
enum Thread {

    static func detach(_ run: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let run = Unmanaged.passRetained(Run(run)).toOpaque()
        pthread_create(
            &thread, nil,
            { run in
                Unmanaged<Run>.fromOpaque(run!).takeRetainedValue().run()
                return nil
            }, run)
        pthread_detach(thread)
    }

    private final class Run: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}

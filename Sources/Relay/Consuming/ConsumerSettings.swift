#if Relay

    /// The settings of a consumer, and the keys and times that follow from them.
    struct ConsumerSettings: Sendable {

        let stream: String
        let group: String
        let deadLetters: String

        /// The position of the group if it doesn't exist.
        let start: RelayStart

        let atOnce: Int
        let attempts: Int
        let lease: Duration
        let firstPause: Duration

        /// The consumer that has the messages that were returned to the group.
        static let returned = "returned"

        /// The time between two renewals of the messages whose handlers run.
        var renewalInterval: Duration { lease / 3 }

        /// The longest time between two searches for messages whose lease is over.
        var claimInterval: Duration { min(lease / 4, .seconds(1)) }

        /// The pause after a rejected attempt. It doubles with each attempt, up to the lease.
        func pause(afterAttempt attempt: Int) -> Duration {
            var pause = min(firstPause, lease)
            for _ in 1..<max(1, min(attempt, 64)) where pause < lease { pause = min(pause * 2, lease) }
            return pause
        }

        /// The default stream of dead letters. It shares the slot of the stream in a cluster.
        static func deadLetters(of stream: String) -> String {
            let tag = stream.hashTag
            return tag.utf8.count < stream.utf8.count ? "\(stream):dead" : "\(tag.braced):dead"
        }
    }

    extension Duration {

        /// The duration in whole milliseconds, for commands.
        var milliseconds: Int { Int(pollMilliseconds) }
    }
#endif

import Testing

/// Everything that turns watching on. That's for the whole process, so these tests run one after the other.
@Suite(.serialized) enum WatchSuite {}

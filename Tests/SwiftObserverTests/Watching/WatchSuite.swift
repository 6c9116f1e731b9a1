import Testing

/// All tests that turn watching on, which is for the whole program. So they run one after the other.
@Suite(.serialized) enum WatchSuite {}

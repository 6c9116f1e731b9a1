import Testing

/// Everything that turns watching on, which is for the whole process, so these tests run one after the other.
///
/// It's also everything that looks at the whole process. What is looked at is held for a moment. Other tests count on the moment at
/// which something dies, so our commands run these tests on their own.
@Suite(.serialized) enum WatchSuite {}

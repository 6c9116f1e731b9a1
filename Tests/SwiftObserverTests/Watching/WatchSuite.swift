import Testing

/// All tests that turn watching on or look at the whole process, run serially.
///
/// Watching is on for the whole process. A look at the process retains for a moment what it sees.
/// Other tests rely on the moment of deallocation, so the Makefile runs these tests separately.
@Suite(.serialized) enum WatchSuite {}

/// The error that handlers throw.
struct Rejection: Error {}

/// Thrown by handlers.
struct Rejection: Error {}

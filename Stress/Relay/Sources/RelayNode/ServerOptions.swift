import Relay
import RelayRig

extension ArgumentReader {

    /// The server that options name.
    ///
    /// It's given up soon and tried again soon, so that tests are short.
    mutating func server() throws -> RelayServer {
        guard let port: Int = try number("--port") else { throw RigError("--port is needed") }
        var server = RelayServer(port: port)
        server.patience = .milliseconds(try number("--patience") ?? 1000)
        server.pauses = .milliseconds(5)...Duration.milliseconds(50)
        return server
    }
}

#if Relay

    /// A connection to one of several servers, which adds the server's name to failures.
    final class NamedLink: Link {

        private let link: any Link
        private let name: String

        init(_ link: any Link, _ name: String) {
            self.link = link
            self.name = name
        }

        func write(_ bytes: [UInt8]) throws(ConnectionFailure) {
            do { try link.write(bytes) } catch { throw error.of(name) }
        }

        func reply(after pause: Duration, limit: AnswerLimit) throws(ConnectionFailure) -> Reply {
            do { return try link.reply(after: pause, limit: limit) } catch { throw error.of(name) }
        }

        func arrivedReply() throws(ConnectionFailure) -> Reply? {
            do { return try link.arrivedReply() } catch { throw error.of(name) }
        }

        var descriptor: Int32 { link.descriptor }

        var hasInput: Bool { link.hasInput }

        func idle() throws(ConnectionFailure) {
            do { try link.idle() } catch { throw error.of(name) }
        }
    }

    extension ConnectionFailure {

        /// This failure with the name of the server in the reason.
        func of(_ server: String) -> ConnectionFailure {
            if case .lost(let reason) = self { .lost("\(server): \(reason)") } else { self }
        }
    }

    extension RelayServer {

        /// Connects to one of several servers.
        ///
        /// - Parameter name: The name of the server in problems.
        func connect(
            to endpoint: Endpoint, named name: String, _ stopper: Stopper
        ) throws(ConnectionFailure) -> any Link {
            var server = self
            server.address = .host(endpoint.host, port: endpoint.port)
            do { return NamedLink(try Connection(to: server, stopper), name) } catch { throw error.of(name) }
        }
    }
#endif

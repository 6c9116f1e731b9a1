#if Relay

    /// How a connection is encrypted, and whom it trusts.
    ///
    /// It needs OpenSSL, and so the trait `RelayTLS`. Without that trait, a relay that is told to encrypt doesn't connect, and says so as a problem.
    /// It never goes on without.
    ///
    /// It's a `Sendable` value.
    public struct RelayTLS: Sendable, Hashable {

        /// The file with the certificates of those who are trusted to certify servers. `nil` stands for those that the system trusts.
        public var trustedCertificates: String?

        /// The name that must be in the server's certificate. `nil` stands for the host of the address.
        public var serverName: String?

        /// The file with a certificate of this client, if the server wants one, and that with its key.
        public var clientCertificate: String?

        /// The file with the key of the client's certificate.
        public var clientKey: String?

        /// Creates what trusts whom the system trusts.
        public init() {}
    }
#endif

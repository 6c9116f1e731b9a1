#if Relay

    /// The encryption of a connection, and the certificates that it trusts.
    ///
    /// It needs OpenSSL, and so the trait `RelayTLS`. Without that trait, a relay that should
    /// encrypt doesn't connect, and reports that as a problem. It never falls back to a plain
    /// connection.
    ///
    /// It's a `Sendable` value.
    public struct RelayTLS: Sendable, Hashable {

        /// The file with the certificates of trusted authorities. `nil` means those of the system.
        public var trustedCertificates: String?

        /// The name that the server's certificate must have. `nil` means the host of the address.
        public var serverName: String?

        /// The file with a certificate of this client, if the server requires one.
        public var clientCertificate: String?

        /// The file with the key of the client's certificate. `nil` means the certificate's file.
        public var clientKey: String?

        /// Creates a value that trusts the authorities that the system trusts.
        public init() {}
    }
#endif

#if RelayTLS

    import COpenSSL

    /// Encrypts bytes with OpenSSL, and verifies the server.
    final class TLSChannel: Channel {

        private let context: OpaquePointer
        private let session: OpaquePointer

        /// Creates a channel. Throws the reason if the given files can't be used.
        init(_ socket: Int32, _ tls: RelayTLS, host: String?) throws(ConnectionFailure) {
            guard let context = SSL_CTX_new(TLS_client_method()) else {
                throw .lost(Self.error("encryption can't be set up"))
            }
            guard let session = Self.session(context, tls) else {
                SSL_CTX_free(context)
                throw .lost(Self.error("the client's certificate or key can't be used"))
            }
            self.context = context
            self.session = session
            SSL_set_fd(session, socket)
            SSL_set_verify(session, SSL_VERIFY_PEER, nil)
            let trusts =
                tls.trustedCertificates.map { SSL_CTX_load_verify_file(context, $0) }
                ?? SSL_CTX_set_default_verify_paths(context)
            if trusts != 1 { throw .lost(Self.error("the trusted certificates can't be read")) }
            guard let name = tls.serverName ?? host else {
                throw .lost("a local socket has no name to compare with the certificate: set `serverName`")
            }
            if X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(session), name) != 1 {
                ERR_clear_error()
                if SSL_set1_host(session, name) != 1 || relay_tls_set_server_name(session, name) != 1 {
                    throw .lost(Self.error("'\(name)' isn't a valid server name"))
                }
            }
        }

        /// Prepares the context before the session is created, which copies its settings.
        private static func session(_ context: OpaquePointer, _ tls: RelayTLS) -> OpaquePointer? {
            relay_tls_prepare(context)
            if let file = tls.clientCertificate {
                guard SSL_CTX_use_certificate_chain_file(context, file) == 1,
                    SSL_CTX_use_PrivateKey_file(context, tls.clientKey ?? file, SSL_FILETYPE_PEM) == 1
                else { return nil }
            }
            return SSL_new(context)
        }

        deinit {
            SSL_free(session)
            SSL_CTX_free(context)
        }

        /// Continues the handshake.
        func shakeHands() -> ChannelProgress { progress { SSL_connect(session) } }

        func write(_ bytes: UnsafeRawBufferPointer) -> ChannelProgress {
            progress { SSL_write(session, bytes.baseAddress, Int32(clamping: bytes.count)) }
        }

        func read(into buffer: UnsafeMutableRawBufferPointer) -> ChannelProgress {
            progress { SSL_read(session, buffer.baseAddress, Int32(clamping: buffer.count)) }
        }

        private func progress(_ act: () -> Int32) -> ChannelProgress {
            ERR_clear_error()
            let count = act()
            if count > 0 { return .bytes(Int(count)) }
            switch SSL_get_error(session, count) {
            case SSL_ERROR_WANT_READ: return .readable
            case SSL_ERROR_WANT_WRITE: return .writable
            case SSL_ERROR_ZERO_RETURN: return .end
            default:
                let verification = SSL_get_verify_result(session)
                if verification != X509_V_OK {
                    return .failure(
                        "the server's certificate isn't trusted: \(String(cString: X509_verify_cert_error_string(verification)))"
                    )
                }
                return .failure(Self.error("the encrypted connection is broken"))
            }
        }

        private static func error(_ text: String) -> String {
            let code = ERR_get_error()
            guard code != 0 else { return text }
            return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
                ERR_error_string_n(code, buffer.baseAddress, 256)
                return "\(text): \(String(cString: buffer.baseAddress!))"
            }
        }
    }
#endif

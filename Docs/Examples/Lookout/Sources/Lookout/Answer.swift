/// The answer to a request.
struct Answer {

    var status: UInt32 = 200
    var type = "text/plain; charset=utf-8"
    var body: [UInt8]

    init(_ text: String, type: String = "text/plain; charset=utf-8") { (self.type, body) = (type, Array(text.utf8)) }

    init(_ bytes: [UInt8], type: String) { (self.type, body) = (type, bytes) }

    /// - Parameter problem: The problem, and what to do instead.
    init(_ status: UInt32, _ problem: String) { (self.status, body) = (status, Array("\(problem)\n".utf8)) }

    /// The headers that restrict the page to itself and this server.
    ///
    /// The page inserts what it shows as text, never as markup.
    static let headers = [
        ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
        (
            "Content-Security-Policy",
            "default-src 'none'; connect-src 'self'; style-src 'self'; script-src 'self'; "
                + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        ),
    ]
}

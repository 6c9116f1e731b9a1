import Dispatch
import Foundation

/// Serves the files of a folder, on this machine only. It prints the paths that it can't find.
struct Server {

    private let folder: String

    init(_ folder: String) { self.folder = folder }

    func run(port: UInt16) throws {
        signal(SIGPIPE, SIG_IGN)  // a browser may close a connection at any time
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var yes: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0, listen(listener, 64) == 0 else {
            print(
                "Can't use port \(port): \(String(cString: strerror(errno))). Try another: make docs-serve PORT=8081")
            exit(1)
        }
        print("The documentation is at http://127.0.0.1:\(port)/, until you press Control-C.")
        fflush(nil)
        while true {
            let connection = accept(listener, nil, nil)
            if connection >= 0 { DispatchQueue.global().async { answer(connection) } }
        }
    }

    private func answer(_ connection: Int32) {
        defer { close(connection) }
        var bytes = [UInt8](repeating: 0, count: 8192), request = ""
        while !request.contains("\r\n\r\n") {
            let count = read(connection, &bytes, bytes.count)
            if count <= 0 || request.utf8.count > 65_536 { return }
            request += String(decoding: bytes[..<count], as: UTF8.self)
        }
        let words = request.split(separator: " ", maxSplits: 2)
        guard words.count > 1 else { return }
        let path = words[1].split(separator: "?")[0]
        let (head, body) = response(to: String(path).removingPercentEncoding ?? "/")
        let headOfAll = "HTTP/1.1 \(head)\r\nContent-Length: \(body.count)\r\nConnection: close\r\n\r\n"
        send(Array(headOfAll.utf8) + (words[0] == "HEAD" ? [] : Array(body)), over: connection)
    }

    private func send(_ bytes: [UInt8], over connection: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
            if count <= 0 { return }
            rest = rest.dropFirst(count)
        }
    }

    private func response(to path: String) -> (head: String, body: Data) {
        if path == "/" { return ("302 Found\r\nLocation: /documentation/swiftobserver/", Data()) }
        var file = folder + path, isFolder: ObjCBool = false
        if !path.components(separatedBy: "/").contains("..") {
            if FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), isFolder.boolValue {
                file += "/index.html"
            }
            if let body = try? Data(contentsOf: URL(fileURLWithPath: file)) {
                return ("200 OK\r\nContent-Type: \(Self.type(of: file))", body)
            }
        }
        // Pages ask for settings of a theme, which are optional.
        if path != "/theme-settings.json" {
            print("not found: \(path)")
            fflush(nil)
        }
        return ("404 Not Found\r\nContent-Type: text/plain", Data("There is no \(path)\n".utf8))
    }

    private static func type(of file: String) -> String {
        switch URL(fileURLWithPath: file).pathExtension {
        case "html": "text/html; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "json": "application/json"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "jpg", "jpeg": "image/jpeg"
        case "ico": "image/x-icon"
        default: "application/octet-stream"
        }
    }
}

import Glibc
import SwiftObserver

/// Reads the configuration again when its file has changed, or on request.
///
/// If the new configuration is invalid, the old one stays in use.
struct ConfigurationFile: Sendable {

    let path: String

    /// The file's stamp before it was read for the first time.
    private let firstStamp: [Int]

    init(path: String) { (self.path, firstStamp) = (path, Self.stamp(of: path)) }

    func read() throws(Failure) -> Configuration {
        let file: OpenFile
        do { file = try OpenFile(path) } catch { throw Failure("\(path): \(error). Name another one with --config.") }
        if file.size > 1_000_000 { throw Failure("\(path): it's larger than a megabyte. List fewer files.") }
        return try Configuration(text: file.bytes(from: 0, atMost: 1_000_000), file: path)
    }

    /// Checks the file periodically until the task is cancelled.
    func keepUp(_ configuration: Var<Configuration>, _ health: Var<Health>) async {
        var seen = firstStamp
        while !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(200))
            let now = Self.stamp(of: path)
            if now != seen { reload(configuration, health) }
            seen = now
        }
    }

    func reload(_ configuration: Var<Configuration>, _ health: Var<Health>) {
        do throws(Failure) {
            configuration <- try read()
            health.value.configuration = nil
            note("The configuration was reloaded.")
        } catch {
            health.value.configuration = "\(error)"
            note("\(error) The old configuration stays in effect.")
        }
    }

    /// A value that changes whenever the file does.
    private static func stamp(of path: String) -> [Int] {
        var status = stat()
        guard stat(path, &status) == 0 else { return [] }
        return [Int(status.st_ino), Int(status.st_size), Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)]
    }
}

import Foundation

/// A folder that exists as long as this object.
final class Folder: Sendable {

    let path: String

    init() {
        path = FileManager.default.temporaryDirectory.path + "/lookout-test-\(UUID().uuidString)"
        try! FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    func write(_ text: String, to name: String) { try! Data(text.utf8).write(to: URL(fileURLWithPath: self(name))) }

    func append(_ text: String, to name: String) {
        let file = fopen(self(name), "a")!
        fputs(text, file)
        fclose(file)
    }
}

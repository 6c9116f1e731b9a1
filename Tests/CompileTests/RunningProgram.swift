import Dispatch
import Foundation

/// A program that runs beside the tests, which read its output.
final class RunningProgram {

    private let process = Process()
    private var output: AsyncStream<String>.Iterator
    private var text = ""
    private let statuses: AsyncStream<Int32>

    init(_ executable: URL, _ arguments: [String]) throws {
        let pipe = Pipe()
        let (chunks, continuation) = AsyncStream.makeStream(of: String.self)
        pipe.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            if data.isEmpty {
                handle.readabilityHandler = nil
                continuation.finish()
            } else {
                continuation.yield(String(decoding: data, as: UTF8.self))
            }
        }
        output = chunks.makeAsyncIterator()
        let (statuses, ending) = AsyncStream.makeStream(of: Int32.self)
        self.statuses = statuses
        process.terminationHandler = { process in
            ending.yield(process.terminationStatus)
            ending.finish()
        }
        // Otherwise, output to a pipe would be buffered until it has thousands of bytes.
        process.executableURL = URL(fileURLWithPath: "/usr/bin/stdbuf")
        process.arguments = ["-oL", executable.path] + arguments
        process.standardOutput = pipe
        try process.run()
    }

    /// Waits until the program prints a text after the text found before. Returns `false` if the
    /// program ends without printing it.
    func prints(_ expected: String) async -> Bool {
        while true {
            if let range = text.range(of: expected) {
                text.removeSubrange(..<range.upperBound)
                return true
            }
            guard let chunk = await output.next() else { return false }
            text += chunk
        }
    }

    /// Sends a signal, for which the program must already be listening, and waits for a text.
    func prints(_ expected: String, after signal: Int32) async -> Bool {
        if process.isRunning { kill(process.processIdentifier, signal) }
        return await prints(expected)
    }

    /// The exit status of the program, once it has ended.
    var exitStatus: Int32 {
        get async {
            for await status in statuses { return status }
            return -1
        }
    }

    func terminate() { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
}

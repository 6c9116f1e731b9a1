import Foundation
import Testing

/// The programs of the tutorial, as the documentation shows them.
@Suite struct TutorialTests {

    @Test(arguments: 1...6)
    func `each step of the tutorial is a program that compiles without a warning`(step: Int) async throws {
        let diagnostics = try await Compiler().compile([program(step)], .swift6)
        #expect(diagnostics == [])
    }

    /// The limit only ends a program that hangs. The program listens to signals before it prints.
    @Test(.timeLimit(.minutes(60)))
    func `the program of the last step follows a log until it's told to end`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let executable = folder.appendingPathComponent("LogFollower")
        try await Compiler().build(program(6), into: executable)
        let log = folder.appendingPathComponent("log.txt"), copy = folder.appendingPathComponent("copy.txt")
        try Data("INFO one\nERROR two\nINFO th".utf8).write(to: log)

        let follower = try RunningProgram(executable, [log.path, copy.path])
        defer { follower.terminate() }
        #expect(await follower.prints(#""INFO": 1"#))
        let appending = try FileHandle(forWritingTo: log)
        _ = try appending.seekToEnd()
        appending.write(Data("ree\nDEBUG four\n".utf8))
        #expect(await follower.prints(#""DEBUG": 1"#))
        let lines = Data("INFO one\nERROR two\nINFO three\nDEBUG four\n".utf8)
        while try Data(contentsOf: copy).count < lines.count { await Task.yield() }
        #expect(await follower.prints("3 observables, 4 observations, watching is on", after: SIGUSR1))
        #expect(await follower.prints("The end: ", after: SIGTERM))
        #expect(await follower.exitStatus == 0)
        #expect(try Data(contentsOf: copy) == lines)
    }

    private func program(_ step: Int) -> URL {
        URL(fileURLWithPath: #filePath).ancestor(3).appendingPathComponent(
            "Docs/SwiftObserver.docc/Tutorials/Code/LogFollower-\(step).swift")
    }
}

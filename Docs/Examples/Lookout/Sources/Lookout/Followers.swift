import Glibc
import SwiftObserver
import Synchronization

/// Starts a follower for each file that the configuration names or matches.
///
/// It ends the followers of files that the configuration no longer contains.
final class Followers: Sendable {

    /// The number of files that are followed at the same time.
    static let limit = 1_000

    private let configuration: Var<Configuration>
    private let rows: Messenger<Row>
    private let ledger: Ledger
    private let health: Var<Health>
    private let tasks = Mutex<[String: Task<Void, Never>]>([:])

    init(_ configuration: Var<Configuration>, _ rows: Messenger<Row>, _ ledger: Ledger, _ health: Var<Health>) {
        (self.configuration, self.rows, self.ledger, self.health) = (configuration, rows, ledger, health)
    }

    /// Looks for files periodically until the task is cancelled.
    ///
    /// It returns when reading has stopped.
    func run() async {
        while !Task.isCancelled {
            let patterns = configuration.value.files
            let wanted = Set(patterns.flatMap(Self.files))
            let (unwanted, left) = tasks.withLock { tasks in
                for path in wanted where tasks[path] == nil && tasks.count < Self.limit {
                    tasks[path] = Task { await follow(path, isMatch: !patterns.contains(path)) }
                }
                let isUnwanted = { path in !patterns.contains { $0 == path || fnmatch($0, path, 0) == 0 } }
                return (tasks.filter { path, _ in isUnwanted(path) }, wanted.count { tasks[$0] == nil })
            }
            tellOfOthers(left)
            for (path, task) in unwanted {
                task.cancel()
                await task.value
                forget(path)
            }
            await pause()
        }
        let left = tasks.withLock { Array($0.values) }
        for task in left { task.cancel() }
        for task in left { await task.value }
    }

    private func follow(_ path: String, isMatch: Bool) async {
        let follower = Follower(
            path: path, isMatch: isMatch, rows: rows, ledger: ledger, pause: { [self] in await pause() }
        ) { [health] problem in
            if health.value.files[path] != problem { health.value.files[path] = problem }
        }
        await follower.run()
        if !Task.isCancelled { forget(path) }
    }

    private func tellOfOthers(_ count: Int) {
        let problem = count == 0 ? nil : "\(count) more files aren't followed: the limit is \(Self.limit). List fewer."
        if health.value.files["(others)"] != problem { health.value.files["(others)"] = problem }
    }

    private func forget(_ path: String) {
        tasks.withLock { $0[path] = nil }
        health.value.files[path] = nil
    }

    private func pause() async { try? await Task.sleep(for: .milliseconds(configuration.value.lookEvery)) }

    /// The files that match a pattern.
    ///
    /// A pattern without wildcards is returned even if its file doesn't exist, so that the missing
    /// file is reported.
    private static func files(matching pattern: String) -> [String] {
        guard pattern.contains(where: "*?[".contains) else { return [pattern] }
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(pattern, 0, nil, &found) == 0 else { return [] }
        return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
    }
}

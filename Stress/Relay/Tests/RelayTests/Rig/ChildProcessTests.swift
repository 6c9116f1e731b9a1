import Foundation
import RelayRig
import Testing

/// The descriptors that processes inherit.
///
/// Each test runs in its own process, in which no other test opens or starts anything.
@Suite struct ChildProcessTests {

    @Test func `a process keeps nothing open that was open when it started`() async {
        await #expect(processExitsWith: .success) {
            // Opened without close-on-exec, as other code does: all processes inherit it.
            var ends: [Int32] = [0, 0]
            precondition(pipe(&ends) == 0)
            let process = try ChildProcess("cat", [])
            close(ends[1])
            var reader = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
            precondition(poll(&reader, 1, 0) == 1 && reader.revents == Int16(POLLHUP))
            process.say("it runs")
            precondition(process.line(within: 60) == "it runs")
            process.kill()
        }
    }

    @Test func `processes that others start inherit nothing of the rig`() async {
        await #expect(processExitsWith: .success) {
            let before = inheritedDescriptors()
            let process = try ChildProcess("cat", []), server = try RedisServer(isInCluster: true)
            let network = try SlowNetwork(to: server.port, seed: 1)
            precondition(inheritedDescriptors() == before)
            process.kill()
            network.close()
        }
    }

    @Test func `all is closed when processes have ended`() async {
        await #expect(processExitsWith: .success) {
            try ChildProcess.run("true", [])
            let before = openFileCount()
            for _ in 0..<10 {
                let result = try ChildProcess.run("echo", ["a word"])
                precondition(result == ("a word", true))
                try RedisServer(isInCluster: true).kill()
            }
            await isSoInTheEnd { openFileCount() == before }
        }
    }

    @Test func `it's told how a process ends, and what it complains about`() throws {
        let script = "echo said; echo complained >&2; exit 3"
        let result = try ChildProcess.run("sh", ["-c", script], complaintsAreRead: true)
        #expect(result == ("said\ncomplained", false))
    }
}

/// The open descriptors that a process inherits if it's started as usual.
private func inheritedDescriptors() -> [Int32] {
    (0..<1024).filter {
        let flags = fcntl($0, F_GETFD)
        return flags >= 0 && flags & FD_CLOEXEC == 0
    }
}

import Foundation
import SwiftObserver
import Testing

@testable import Lookout

/// Disks without free space.
@Suite(.serialized) struct FullDiskTests {

    /// A small disk, if this process may mount one.
    ///
    /// It has room for all rows of a test, even if each has its own transaction, which takes three
    /// pages of the journal.
    private final class SmallDisk {
        let folder = Folder()
        init?() {
            if getuid() != 0 || mount("tmpfs", folder.path, "tmpfs", 0, "size=32m") != 0 { return nil }
        }
        deinit { umount2(folder.path, Int32(MNT_DETACH)) }

        /// Fills the disk with a file.
        func fill() {
            let file = fopen(folder("filler"), "w")!
            while fputs(String(repeating: "x", count: 4_096), file) >= 0, fflush(file) == 0 {}
            fclose(file)
        }

        func makeRoom() { unlink(folder("filler")) }
    }

    @Test func whatDoesNotFitIsKeptAndStoredLater() {
        guard let disk = SmallDisk() else {
            return print("The full disk wasn't tested, since only root may mount one.")
        }
        print("The full disk is a tmpfs of 32 megabytes.")
        let folder = Folder()
        folder.append("first\n", to: "a.log")
        let arguments = ["--database", disk.folder("db"), folder("a.log")],
            program = Running(arguments, grace: 8), port = program.port
        #expect(eventually { StoredRows.count(in: disk.folder("db")) == 1 })
        let reader = StoredRows.Reader(of: disk.folder("db"))
        disk.fill()
        folder.append((0..<1_000).map { "line \($0)\n" }.joined(), to: "a.log")
        #expect(
            eventually { Client.body(of: "/inspect", port).contains("rows can't be stored: database or disk is full") })
        disk.makeRoom()
        #expect(eventually { StoredRows.count(in: disk.folder("db")) == 1_001 })
        #expect(eventually { !Client.body(of: "/inspect", port).contains("can't be stored") })

        // At the end, the program reports the rows that it can't store, and the next run reads them
        // again.
        disk.fill()
        folder.append((1_000..<1_500).map { "line \($0)\n" }.joined(), to: "a.log")
        #expect(eventually { Client.body(of: "/inspect", port).contains("can't be stored") })
        #expect(eventually { Client.body(of: "/inspect", port).contains("a.log\":1501") })
        let end = program.end()
        #expect(end.status == 0)
        #expect(end.number(before: " rows aren't stored.") == 500, "\(end.output)")
        disk.makeRoom()
        let next = Running(arguments)
        #expect(eventually { StoredRows.count(in: disk.folder("db")) == 1_501 })
        #expect(next.end().status == 0)
        #expect(StoredRows.texts(in: disk.folder("db")) == ["first"] + (0..<1_500).map { "line \($0)" })
        reader.end()
    }

    /// Limits the size of the database by SQLite, so that it needs no disk to mount.
    @Test func behindAHoleNothingIsStored() async throws {
        let folder = Folder(), health = Var(Health()), rows = Messenger<Row>()
        let database = try Database(folder("db"))
        try database.execute("PRAGMA max_page_count = 20") { _ in }
        let store = Store(database, health)
        store.write(rows)
        func send(_ numbers: Range<Int>, _ length: Int) {
            let origin = Origin(path: "a", id: FileID(device: 1, inode: 1), head: Head(of: []))
            for number in numbers {
                rows.send(
                    Row(origin: origin, end: Int64(number), level: .info, text: String(repeating: "x", count: length)))
            }
        }
        send(0..<10, 10)
        #expect(await rows.drain(within: .seconds(hangLimit)).isEmpty)
        send(10..<110, 3_000)
        while health.value.store == nil { await Task.yield() }
        store.giveUp()
        #expect(await rows.drain(within: .seconds(hangLimit)).isEmpty)
        let earlier = StoredRows.count(in: folder("db"))
        // Now there's room again, but rows are missing before the next ones.
        try database.execute("PRAGMA max_page_count = 100000") { _ in }
        send(110..<120, 1)
        #expect(await rows.close(within: .seconds(hangLimit)).isEmpty)
        let count = StoredRows.count(in: folder("db"))
        #expect(store.unstoredCount == 120 - count)
        #expect(count == earlier)
    }
}

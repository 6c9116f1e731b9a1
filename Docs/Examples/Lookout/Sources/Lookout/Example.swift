import Glibc

/// Writes logs to follow if the user names no files.
struct Example: Sendable {

    /// The folder for logs and the database.
    let folder: String

    init() throws(Failure) {
        folder = "/tmp/lookout-\(getuid())"
        mkdir(folder, 0o700)
        var status = stat()
        // Another user can have created it.
        guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid() else {
            throw Failure("\(folder) isn't a folder of yours. Remove it, or name files to follow.")
        }
    }

    var files: [String] { ["\(folder)/*.log", "/var/log/*.log"] }

    var database: String { "\(folder)/lookout.db" }

    /// Writes about 150 lines a second until the task is cancelled, and sometimes renames a file.
    func run() async {
        let names = ["shop", "mail", "stock"]
        var number = 0
        while !Task.isCancelled {
            for name in names { write(number, to: "\(folder)/\(name).log") }
            number += 1
            if number % 500 == 0 { rename("\(folder)/shop.log", "\(folder)/shop.log.1") }
            try? await Task.sleep(for: .milliseconds(20))
        }
    }

    private func write(_ number: Int, to path: String) {
        guard let file = fopen(path, "a") else { return }
        defer { fclose(file) }
        let line =
            switch number % 97 {
            case 0: "ERROR request \(number) failed: <b>no answer</b> from the bank"
            case 1...4: "WARNING request \(number) took \(number % 900 + 100) ms"
            case 5...30: "DEBUG request \(number) found its answer in the cache"
            default: "INFO request \(number) took \(number % 40 + 3) ms"
            }
        fputs("\(line)\n", file)
    }
}

import Foundation
import StressSupport
import SwiftCode

// Checks that the page about memory orders quotes each ordering of the library, and that its quotes
// match the code.
do {
    let page = "MemoryOrders.md"
    let text = try String(contentsOfFile: "Docs/SwiftObserver.docc/\(page)", encoding: .utf8)
    let check = QuoteCheck(page: page, text: text, library: try SwiftSources(folder: "Sources/SwiftObserver")) { file in
        (try? String(contentsOfFile: "Stress/Models/\(file)", encoding: .utf8)).map {
            SwiftSource(file: file, text: $0)
        }
    }
    for complaint in check.complaints { print("WRONG  \(complaint)") }
    guard check.complaints.isEmpty else { exit(1) }
    print("holds  \(page) quotes all \(check.orderingCount) orderings that the library names")
} catch {
    printError("\(error)")
    exit(2)
}

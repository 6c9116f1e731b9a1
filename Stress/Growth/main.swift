import Foundation
import GrowthBudget
import StressSupport

do {
    var index = ".build/debug/index/store", isUpdate = false
    let allowed = """
        allowed: --update (write today's values into Docs/growth.txt), --index DIRECTORY (of a debug build, \
        default \(index))
        """
    var reader = CommandLineReader(Array(CommandLine.arguments.dropFirst()), allowed: allowed)
    while let option = reader.nextOption() {
        switch option {
        case "--update": isUpdate = true
        case "--index": index = try reader.value(of: option, "a directory") { $0 }
        default: throw reader.unknown(option)
        }
    }
    let measures = try Measures().all(from: IndexStore(index))
    let table = try String(contentsOfFile: "Docs/growth.txt", encoding: .utf8)
    let judgement = Budget(table).judge(measures)
    for line in judgement.table { print(line) }
    fflush(nil)
    if isUpdate {
        let table = Budget.table(of: measures, commentedAs: table)
        try table.write(toFile: "Docs/growth.txt", atomically: true, encoding: .utf8)
    } else if !judgement.excesses.isEmpty {
        throw ProgramError(judgement.complaint)
    } else if judgement.canBeLowered {
        print("Some limits can be lowered: run 'make growth-update'.")
    }
} catch {
    printError("\(error)")
    exit(1)
}

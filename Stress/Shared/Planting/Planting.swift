import StressSupport
import SwiftCode

/// Plants all defects, and returns the text of each source.
///
/// Throws if the code of a defect doesn't occur exactly once.
package func plant(_ defects: [Defect], in code: SwiftSources) throws(ProgramError) -> [String] {
    var edits = code.sources.map { _ in [Edit]() }, errors: [String] = []
    for defect in defects {
        for change in defect.changes {
            do {
                let place = try code.onlyOccurrence(of: change.sound, in: change.declaration)
                let planted = change.broken.replacing("PLANTED", with: "isPlanted(\"\(defect.name)\")")
                edits[place.source].append(
                    Edit(defect.name, in: code.sources[place.source], replacing: place.tokens, by: planted))
            } catch {
                errors.append("defect \(defect.name): \(error)")
            }
        }
    }
    var texts: [String] = []
    for (source, edits) in zip(code.sources, edits) {
        do throws(Overlap) {
            texts.append(try source.text(with: edits))
        } catch {
            errors.append("defects \(error.first) and \(error.second) change the same code of \(source.file)")
        }
    }
    if !errors.isEmpty { throw ProgramError(errors.joined(separator: "\n")) }
    return texts
}

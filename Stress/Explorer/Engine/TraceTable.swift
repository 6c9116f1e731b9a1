import SwiftCode
import SwiftObserver

/// The steps of a trace as lines of a page: the thread, the step, its purpose or its effects, and
/// the function of the library.
///
/// The effects are the differences between pictures. If they belong to an atomic, its step shows
/// them. All others that happen under a lock are shown where the thread unlocks, because no other
/// thread can notice them before.
struct TraceTable {

    private let steps: [Trace.Step]
    private let pictures: [Picture]
    private let sources: SwiftSources

    /// - Parameter pictures: The state at each step, and the one at the end.
    init(_ steps: [Trace.Step], _ pictures: [Picture], _ sources: SwiftSources) {
        self.steps = steps
        self.pictures = pictures
        self.sources = sources
    }

    /// A lock that a thread holds.
    fileprivate struct Section {

        /// The step that took the lock, and its line.
        let step: Int, line: Int

        /// The effects that lines under the lock show already.
        var shown: [Picture.Fact] = []
    }

    /// The lines of some steps. A lock under which nothing else is shown takes one line.
    func lines(of range: Range<Int>, _ legend: inout TraceLegend) -> [String] {
        var lines: [[String]] = [], held: [String: [Section]] = [:]
        for index in range {
            let step = steps[index], thread = Trace.shortName(step.thread)
            var sections = held[thread] ?? []
            defer { held[thread] = sections }
            let indentation = String(repeating: "  ", count: sections.count)
            switch step.what {
            case "try lock":
                sections.append(Section(step: index, line: lines.count))
                lines.append([thread, indentation + step.text, "", ""])
            case "unlock":
                guard let section = sections.popLast() else { continue }
                var effects = pictures[index].changes(since: pictures[section.step])
                effects.removeAll { section.shown.contains($0) }
                if sections.isEmpty { effects += pictures[index + 1].changes(since: pictures[index]) }
                sections.note(section.shown + effects)
                let isOneLine = section.line == lines.count - 1
                let lock = steps[section.step]
                let meaning = legend.meaning(
                    of: lock.text, in: functions(of: lock), effects: isOneLine ? effects.list : "")
                lines[section.line][2] = meaning?.text ?? ""
                lines[section.line][3] = meaning?.function ?? ""
                if isOneLine {
                    lines[section.line][1] += " … unlock"
                } else {
                    let text = effects.isEmpty ? "" : "→ \(effects.list)"
                    lines.append([thread, indentation.dropLast(2) + step.text, text, ""])
                }
            default:
                var effects = pictures[index + 1].changes(since: pictures[index])
                if !sections.isEmpty { effects.removeAll { !step.changes($0) } }
                guard let meaning = legend.meaning(of: step.text, in: functions(of: step), effects: effects.list)
                else { continue }
                sections.note(effects)
                lines.append([thread, indentation + step.text, meaning.text, meaning.function])
            }
        }
        let widths = [0, 1, 2].map { column in (lines.map { $0[column].count }.max() ?? 0) + 2 }
        return lines.map { line in
            zip(line, widths + [0]).map { $0.padding(with: " ", to: $1) }.joined().trimmingSuffix(" ")
        }
    }

    /// The functions of the library that a step is in, innermost first. None for client code.
    private func functions(of step: Trace.Step) -> [String] {
        step.isOfLibrary ? (step.calls?.libraryPlaces ?? []).compactMap(function) : []
    }

    private func function(at place: CallStack.Place) -> String? {
        guard let source = sources.sources.first(where: { $0.file.hasSuffix("/\(place.file)") }) else { return nil }
        let around = source.declarations.filter { declaration in
            let tokens = source.tokens[declaration.tokens]
            guard let first = tokens.first, let last = tokens.last, declaration.kind != .accessor else { return false }
            return source.line(of: first.range.lowerBound)...source.line(of: last.range.upperBound) ~= place.line
        }
        return around.last.map { $0.path.description }
    }
}

extension [TraceTable.Section] {

    /// Notes what is shown under the innermost lock, if there is one.
    fileprivate mutating func note(_ shown: [Picture.Fact]) { if !isEmpty { self[count - 1].shown += shown } }
}

extension [Picture.Fact] {

    fileprivate var list: String { map { "\($0.name): \($0.value)" }.joined(separator: ", ") }
}

extension Trace.Step {

    /// The step as the page calls it.
    fileprivate var text: String {
        if what.hasPrefix("send ") { return "enqueue block" }
        let what = what == "try lock" ? "lock" : what
        return [what, object].compactMap { $0 }.joined(separator: " ")
    }

    /// `true` if the library makes the step, and not client code.
    fileprivate var isOfLibrary: Bool {
        let operations: [SwiftObserver.Step] = [.atomicLoad, .atomicStore, .atomicExchange, .weakLoad, .release]
        return what.hasPrefix("send ") || (["try lock", "lock", "unlock"] + operations.map(\.rawValue)).contains(what)
    }

    /// `true` if the step itself makes the difference, because it changes an atomic.
    fileprivate func changes(_ fact: Picture.Fact) -> Bool {
        guard let owner = fact.owner, what != SwiftObserver.Step.atomicLoad.rawValue else { return false }
        return object?.hasSuffix(" of \(owner)") == true
    }
}

extension String {

    fileprivate func trimmingSuffix(_ character: Character) -> String {
        var text = self
        while text.last == character { text.removeLast() }
        return text
    }
}

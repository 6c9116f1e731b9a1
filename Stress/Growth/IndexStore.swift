import Foundation
import GrowthBudget
import StressSupport

/// The index that the compiler writes when it builds for debugging.
struct IndexStore {

    private typealias Handle = IndexLibrary.Handle

    private let library: IndexLibrary
    private let store: IndexLibrary.Handle

    init(_ directory: String) throws {
        library = try IndexLibrary.load()
        guard FileManager.default.fileExists(atPath: directory), let store = library.store_create(directory, nil) else {
            throw ProgramError("There is no index in \(directory). Build first: make build")
        }
        self.store = store
    }

    /// The declarations and uses in the files.
    ///
    /// The store also keeps records of earlier versions of a file. The newest unit of a file names
    /// the current record, or none if the file declares and uses nothing.
    func facts(of files: [String]) throws -> [CallGraph.Fact] {
        // Two dictionaries: in debug builds, Swift 6.3 can misread an absent pair of a pointer and
        // a number.
        var newest = [String: Handle](), times = [String: Double]()
        for unit in units() {
            let path = realPath(string(library.unit_reader_get_main_file(unit))), time = time(of: unit)
            if time > times[path, default: -1] { (newest[path], times[path]) = (unit, time) }
        }
        return try files.flatMap { file in
            let path = realPath(file), attributes = try FileManager.default.attributesOfItem(atPath: path)
            let fileTime = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
            guard let unit = newest[path], times[path, default: -1] >= fileTime else {
                throw ProgramError("The index of \(file) is missing or out of date. Build first: make build")
            }
            guard let name = recordName(of: path, in: unit) else { return [CallGraph.Fact]() }
            guard let record = library.record_reader_create(store, name, nil) else {
                throw ProgramError("The index lacks its record of \(file). Rebuild: make clean build")
            }
            return facts(in: record, of: file)
        }
    }

    private func units() -> [Handle] {
        var names = [String]()
        withUnsafeMutablePointer(to: &names) { names in
            _ = library.store_units_apply(store, 1, names) { names, name in
                names!.assumingMemoryBound(to: [String].self).pointee.append(string(name))
                return true
            }
        }
        return names.compactMap { library.unit_reader_create(store, $0, nil) }
    }

    private func recordName(of path: String, in unit: Handle) -> String? {
        var name: String?
        forEach(library.unit_reader_dependencies_apply, unit) { dependency in
            guard library.unit_dependency_get_kind(dependency) == Self.record else { return }
            guard realPath(string(library.unit_dependency_get_filepath(dependency))) == path else { return }
            name = string(library.unit_dependency_get_name(dependency))
        }
        return name
    }

    private func facts(in record: Handle, of file: String) -> [CallGraph.Fact] {
        var facts = [CallGraph.Fact]()
        forEach(library.record_reader_occurrences_apply, record) { occurrence in
            let symbol = library.occurrence_get_symbol(occurrence), identifier = string(library.symbol_get_usr(symbol))
            let isDefinition = library.occurrence_get_roles(occurrence) & Self.definition != 0
            if isDefinition {
                let name = string(library.symbol_get_name(symbol))
                switch library.symbol_get_kind(symbol) {
                case Self.types: facts.append(.type(identifier, name: name, file: file))
                case Self.members: facts.append(.member(identifier, name: name, file: file))
                default: facts.append(.other(identifier, name: name))
                }
            }
            forEach(library.occurrence_relations_apply, occurrence) { relation in
                let roles = library.symbol_relation_get_roles(relation)
                let other = string(library.symbol_get_usr(library.symbol_relation_get_symbol(relation)))
                if roles & Self.overrideOf != 0 { facts.append(.override(identifier, of: other)) }
                if isDefinition, roles & Self.childOf != 0 { facts.append(.child(identifier, of: other)) }
                if !isDefinition, roles & (Self.calledBy | Self.containedBy) != 0 {
                    facts.append(.use(of: identifier, by: other))
                }
            }
        }
        return facts
    }

    /// Calls the closure with each element that a function of the library visits.
    ///
    /// The closure must not keep the elements.
    private func forEach(_ function: IndexLibrary.ForEach, _ handle: Handle, _ visit: (Handle) -> Void) {
        withoutActuallyEscaping(visit) { visit in
            withUnsafePointer(to: visit) { visit in
                _ = function(handle, UnsafeMutableRawPointer(mutating: visit)) { visit, found in
                    visit!.assumingMemoryBound(to: ((Handle) -> Void).self).pointee(found)
                    return true
                }
            }
        }
    }

    private func time(of unit: Handle) -> Double {
        var seconds: Int64 = 0, nanoseconds: Int64 = 0
        library.unit_reader_get_modification_time(unit, &seconds, &nanoseconds)
        return Double(seconds) + Double(nanoseconds) / 1e9
    }

    private func realPath(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

    // Kinds of dependencies and symbols, and roles of occurrences and relations, from indexstore.h.
    private static let record: CInt = 2, types = CInt(5)...8, members = CInt(12)...24
    private static let definition: UInt64 = 1 << 1, childOf: UInt64 = 1 << 9, overrideOf: UInt64 = 1 << 11
    private static let calledBy: UInt64 = 1 << 13, containedBy: UInt64 = 1 << 16
}

private func string(_ text: IndexLibrary.Text) -> String {
    String(decoding: UnsafeRawBufferPointer(start: text.iov_base, count: Int(text.iov_len)), as: UTF8.self)
}

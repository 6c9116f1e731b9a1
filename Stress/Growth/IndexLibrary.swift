import Foundation
import StressSupport

/// The functions of `libIndexStore`, without the prefix `indexstore_` of `indexstore.h`.
///
/// The library is a part of the toolchain and has no module. If it lacks a function, the program
/// exits.
struct IndexLibrary {

    typealias Handle = OpaquePointer

    /// A string of the library, which is a pointer and a length, like an `iovec`.
    ///
    /// C can't return a struct that Swift declares.
    typealias Text = iovec
    typealias TextOf = @convention(c) (Handle) -> Text
    typealias KindOf = @convention(c) (Handle) -> CInt
    typealias RolesOf = @convention(c) (Handle) -> UInt64
    typealias SymbolOf = @convention(c) (Handle) -> Handle
    typealias TimeOf = @convention(c) (Handle, UnsafeMutablePointer<Int64>, UnsafeMutablePointer<Int64>) -> Void

    /// Opens the item with that name. The last argument could receive an error.
    typealias Open = @convention(c) (Handle, UnsafePointer<CChar>, OpaquePointer?) -> Handle?
    typealias Context = UnsafeMutableRawPointer?
    typealias ForEach = @convention(c) (Handle, Context, @convention(c) (Context, Handle) -> Bool) -> Bool
    typealias ForEachText =
        @convention(c) (Handle, CUnsignedInt, Context, @convention(c) (Context, Text) -> Bool) -> Bool

    let store_create: @convention(c) (UnsafePointer<CChar>, OpaquePointer?) -> Handle? = function("store_create")
    let store_units_apply: ForEachText = function("store_units_apply_f")
    let unit_reader_create: Open = function("unit_reader_create")
    let unit_reader_get_main_file: TextOf = function("unit_reader_get_main_file")
    let unit_reader_get_modification_time: TimeOf = function("unit_reader_get_modification_time")
    let unit_reader_dependencies_apply: ForEach = function("unit_reader_dependencies_apply_f")
    let unit_dependency_get_kind: KindOf = function("unit_dependency_get_kind")
    let unit_dependency_get_filepath: TextOf = function("unit_dependency_get_filepath")
    let unit_dependency_get_name: TextOf = function("unit_dependency_get_name")
    let record_reader_create: Open = function("record_reader_create")
    let record_reader_occurrences_apply: ForEach = function("record_reader_occurrences_apply_f")
    let occurrence_get_symbol: SymbolOf = function("occurrence_get_symbol")
    let occurrence_get_roles: RolesOf = function("occurrence_get_roles")
    let occurrence_relations_apply: ForEach = function("occurrence_relations_apply_f")
    let symbol_get_kind: KindOf = function("symbol_get_kind")
    let symbol_get_name: TextOf = function("symbol_get_name")
    let symbol_get_usr: TextOf = function("symbol_get_usr")
    let symbol_relation_get_symbol: SymbolOf = function("symbol_relation_get_symbol")
    let symbol_relation_get_roles: RolesOf = function("symbol_relation_get_roles")

    private static func function<Function>(_ name: String) -> Function {
        guard let found = dlsym(nil, "indexstore_" + name) else {
            printError("The compiler's libIndexStore.so has no function indexstore_\(name).")
            exit(1)
        }
        return unsafeBitCast(found, to: Function.self)
    }

    /// Loads the library from the toolchain of `swift`, or of the command in `SWIFT`.
    static func load() throws -> IndexLibrary {
        let compiler = ProcessInfo.processInfo.environment["SWIFT"] ?? "swift"
        let process = Process(), output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [compiler, "-print-target-info"]
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard let info = try? JSONDecoder().decode(TargetInfo.self, from: data) else {
            throw ProgramError("'\(compiler) -print-target-info' doesn't report the path of the toolchain.")
        }
        guard dlopen(info.paths.runtimeResourcePath + "/../libIndexStore.so", RTLD_NOW | RTLD_GLOBAL) != nil else {
            throw ProgramError("The toolchain lacks the library that reads its index: \(String(cString: dlerror()))")
        }
        return IndexLibrary()
    }

    private struct TargetInfo: Decodable {
        let paths: Paths
        struct Paths: Decodable { let runtimeResourcePath: String }
    }
}

import SwiftCode
import Testing

/// Declarations that the reader of Swift code finds.
@Suite struct DeclarationTests {

    @Test func `members of nested types and of extensions go by their qualified names`() {
        let names = names(
            """
            struct Mail {
                enum Kind { case letter; var weight: Int { 1 } }
                final class Box: Shelf, @unchecked Sendable { func open() {} }
            }
            extension Mail.Box where Element: Sendable { static func close() {} }
            extension Range<Int> { var middle: Int { 0 } }
            extension Mail { actor Clerk { nonisolated func wave() {} } }
            """)
        #expect(
            names == [
                "Mail", "Mail.Kind", "Mail.Kind.weight", "Mail.Box", "Mail.Box.open()", "Mail.Box", "Mail.Box.close()",
                "Range", "Range.middle", "Mail", "Mail.Clerk", "Mail.Clerk.wave()",
            ])
    }

    @Test func `a clause of the head that is in its own line doesn't end the head`() {
        let source = SwiftSource(
            file: "",
            text: """
                private final class Part<Source: Shelf>: Container,
                    @unchecked Sendable
                {
                    func add<Item>(
                        _ item: Item, to place: Dictionary<Int, Item>, then act: @escaping () -> Void = {}
                    ) async throws -> [Item]
                    where Item: Sendable {
                        act()
                    }
                }
                """)
        #expect(source.declarations.map(\.path.full) == ["Part", "Part.add(_:to:then:)"])
        #expect(source.declarations.allSatisfy { $0.body != nil })
    }

    @Test func `initializers, subscripts and operators have labels, and deinitializers have none`() {
        let names = names(
            """
            struct Point {
                init?(x: Int, _ y: Int) { self.x = x }
                deinit { free(x) }
                subscript(index: Int) -> Int { index }
                subscript(at index: Int, safely isSafe: Bool) -> Int { index }
                static func == (one: Self, other: Self) -> Bool { true }
                static prefix func - (point: Self) -> Self { point }
                func `is`(_ other: Self) -> Bool { false }
            }
            func ..< <Bound>(low: Bound, high: Bound) {}
            func >> (low: Int, high: Int) {}
            """)
        #expect(
            names == [
                "Point", "Point.init(x:_:)", "Point.deinit", "Point.subscript(_:)", "Point.subscript(at:safely:)",
                "Point.==(one:other:)", "Point.-(point:)", "Point.is(_:)", "..<(low:high:)", ">>(low:high:)",
            ])
    }

    @Test func `accessors belong to their property`() {
        let names = names(
            """
            class Door {
                var width: Int {
                    @inlinable get { 1 }
                    nonmutating set(new) { print(new) }
                }
                var height = 2 { didSet { print(oldValue) } }
                var area: Int { get async throws { 3 } }
                subscript(side: Int) -> Int { _read { yield side } _modify { yield &side } }
            }
            protocol Opening { var width: Int { get set }; func open() }
            """)
        #expect(
            names == [
                "Door", "Door.width", "Door.width.get", "Door.width.set", "Door.height", "Door.height.didSet",
                "Door.area", "Door.area.get", "Door.subscript(_:)", "Door.subscript(_:)._read",
                "Door.subscript(_:)._modify", "Opening", "Opening.width", "Opening.open()",
            ])
    }

    @Test func `a closure in the value of a property isn't its body`() {
        let source = SwiftSource(
            file: "",
            text: """
                let one = { get() }(), two: Map<Int, Int> = list.map { $0 }
                let (left, right) = (1, 2)
                var lazy: Int { set(one) }
                """)
        #expect(source.declarations.map(\.path.full) == ["one", "two", "left", "right", "lazy"])
        #expect(source.declarations.map { $0.body != nil } == [false, false, false, false, true])
    }

    @Test func `each branch of a condition declares`() {
        let source = SwiftSource(
            file: "",
            text: """
                struct Clock {
                    #if os(Linux)
                        func tick() { one() }
                        func tock() {
                    #elseif os(macOS) && DEBUG
                        func tick() { two() }
                        func tock() {
                    #else
                        var hand: Int { 3 }
                        func tock() {
                    #endif
                        three()
                    }
                    func ring() {}
                }
                func after() {}
                """)
        #expect(
            source.declarations.map(\.path.full) == [
                "Clock", "Clock.tick()", "Clock.tock()", "Clock.tick()", "Clock.tock()", "Clock.hand", "Clock.tock()",
                "Clock.ring()", "after()",
            ])
    }

    @Test func `braces in strings and comments open nothing`() {
        let names = names(
            ###"""
            struct Text {
                // an opening brace {
                var one = "{", two = "\("}" + "{")" /* { /* nested } */ { */
                var three = """
                    { " \(four(["{"])) "
                    """
                var four = #"{ " \("#, five = ##"{ "# \##("{")"##
                var six: Int { 6 }
            }
            func after() {}
            """###)
        #expect(
            names == ["Text", "Text.one", "Text.two", "Text.three", "Text.four", "Text.five", "Text.six", "after()"])
    }

    @Test func `functions in functions aren't declarations of their own`() {
        #expect(names("func outer() { func inner() {}\nlet value = 1 }") == ["outer()"])
    }

    @Test func `code that isn't complete does no harm`() {
        #expect(names("struct Open { func begin() { \"") == ["Open"])
        #expect(names("extension") == [""])
        #expect(names("func") == ["func"])
        #expect(names("} } #endif #else var") == [])
    }

    private func names(_ text: String) -> [String] {
        SwiftSource(file: "", text: text).declarations.map(\.path.full)
    }
}

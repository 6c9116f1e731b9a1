import Testing

/// The code of the page about a whole service, which the example contains.
@Suite struct AWholeServiceTests {

    @Test func `the example contains the code of the page`() throws {
        let root = #filePath.replacing("/Tests/SwiftSixClient/AWholeServiceTests.swift", with: "")
        try expectCode(
            of: "Docs/SwiftObserver.docc/AWholeService.md",
            isContainedIn: root + "/Docs/Examples/Lookout/Sources/Lookout/Service.swift")
    }
}

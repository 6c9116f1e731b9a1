import Testing

@testable import SwiftObserver

/// Finding offices while they are alive, without retaining one that is being deallocated.
@Suite struct OfficeDirectoryTests {

    @Test func `an office is found when it was observed, also when it isn't any more`() {
        let office = PostOffice(), messenger = Messenger<Int>()
        #expect(!isFound(office))
        let observation = Observation<Int>(of: office, handler: .message { _ in })
        office.start(observation, ofMessenger: messenger)
        #expect(isFound(office))
        #expect(isObserved(office))
        observation.end()
        #expect(isFound(office))
        #expect(!isObserved(office))
    }

    @Test func `an office that is dying is passed over`() {
        let findings = Recorder<Bool>()
        let identity = {
            let office = DyingOffice(findings), messenger = Messenger<Int>()
            let observation = Observation<Int>(of: office, handler: .message { _ in })
            office.start(observation, ofMessenger: messenger)
            observation.end()
            return office.identity
        }()
        #expect(findings.values == [false])
        #expect(!OfficeDirectory.living.contains { $0.office.identity == identity })
    }

    private func isFound(_ office: PostOffice) -> Bool { OfficeDirectory.living.contains { $0.office === office } }

    private func isObserved(_ office: PostOffice) -> Bool { OfficeDirectory.observed.contains { $0.office === office } }
}

/// An office that records whether it's found while it's being deallocated and still listed.
private final class DyingOffice: PostOffice, @unchecked Sendable {

    private let findings: Recorder<Bool>

    init(_ findings: Recorder<Bool>) {
        self.findings = findings
        super.init()
    }

    deinit { findings.record(OfficeDirectory.living.contains { $0.office.identity == ObjectIdentifier(self) }) }
}

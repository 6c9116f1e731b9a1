import Testing

@testable import Relay

@Suite struct AttemptsTests {

    private let pauses = Duration.milliseconds(100)...Duration.seconds(2)

    @Test func `pauses grow twofold up to the limit, and are shortened by up to a half`() {
        for _ in 0..<200 {
            var attempts = Attempts(pauses)
            for full in [100, 200, 400, 800, 1600, 2000, 2000, 2000] {
                let pause = attempts.nextPause()
                #expect(pause >= .milliseconds(full) / 2)
                #expect(pause <= .milliseconds(full))
            }
        }
    }

    @Test func `pauses are not the same for all`() {
        let first = (0..<100).map { _ in
            var attempts = Attempts(pauses)
            return attempts.nextPause()
        }
        #expect(Set(first).count > 50)
        #expect(first.min()! < .milliseconds(65))
        #expect(first.max()! > .milliseconds(85))
    }

    @Test func `pauses begin anew after a success`() {
        var attempts = Attempts(pauses)
        for _ in 0..<10 { _ = attempts.nextPause() }
        #expect(attempts.nextPause() >= .seconds(1))
        attempts.succeed()
        #expect(attempts.nextPause() <= .milliseconds(100))
        #expect(attempts.nextPause() <= .milliseconds(200))
    }

    @Test func `pauses that never grow stay as they are`() {
        var attempts = Attempts(.seconds(1)...Duration.seconds(1))
        for _ in 0..<20 { #expect(attempts.nextPause() <= .seconds(1)) }
    }

    @Test func `very long pauses don't overflow`() {
        var attempts = Attempts(.seconds(1)...Duration.seconds(Int64.max / 4))
        for _ in 0..<200 { #expect(attempts.nextPause() > .zero) }
    }
}

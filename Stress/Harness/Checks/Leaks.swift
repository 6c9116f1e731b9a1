import Synchronization

/// An object whose life is counted.
final class Counted: Sendable {
    let lives: Lives
    init(_ lives: Lives) {
        self.lives = lives
        lives.count.add(1, ordering: .relaxed)
    }
    deinit { lives.count.subtract(1, ordering: .acquiringAndReleasing) }
    func touch() {}
}

/// How many objects of one kind live.
final class Lives: Sendable {
    fileprivate let count = Atomic(0)
    var now: Int { count.load(ordering: .acquiring) }
}

/// What an observation holds dies when it ends: right then in peace, when the delivery ends under fire, and never only at
/// some later send.
func checkLeaks<W: Wire>(of _: W.Type, _ round: StressRound) throws {
    let wire = W(), lives = Lives(), tally = round.tally
    for number in 0..<10 {
        let counted = Counted(lives)
        let line = wire.observe { [counted] _ in
            counted.touch()
            tally.beat()
        }
        wire.send(Stamp(sender: 0, number: number))
        line.stop()
    }
    tally.expect(lives.now == 0, "leak: \(lives.now) captured objects live on though all observations ended")

    try round.onThreads(round.threads) { index, random in
        for number in 0..<30 {
            let counted = Counted(lives)
            let line = wire.observe { [counted] stamp in
                counted.touch()
                pause(after: stamp)
                tally.beat()
            }
            wire.send(Stamp(sender: index, number: number))
            random.pause()
            line.stop()
        }
    }
    try round.wait("\(lives.now) captured objects to die after all observations ended") { lives.now == 0 }
    tally.expect(lives.now == 0, "leak")
}

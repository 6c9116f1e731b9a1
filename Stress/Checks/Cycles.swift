/// Wires that send to each other in a circle, and to themselves, from several threads at once: nothing hangs, nothing is
/// lost, and what a handler sends comes after the message it handles.
func checkCycles<W: Wire>(of _: W.Type, _ round: Round) throws {
    var random = round.random(0)
    let size = 1 + random.below(4), count = 5 + random.below(20), hops = 1 + random.below(30)
    let wires = (0..<size).map { _ in W() }, journals = (0..<size).map { _ in Journal(round.tally) }
    let lines = (0..<size).map { index in
        let wire = wires[index], next = wires[(index + 1) % size], journal = journals[index]
        return wire.observe { [weak wire, weak next] stamp in
            if stamp.number > 0 {
                next?.send(Stamp(sender: stamp.sender, number: stamp.number - 1))
                if stamp.number.isMultiple(of: 7) { wire?.send(Stamp(sender: stamp.sender, number: 0)) }
            }
            journal.handle(stamp)
        }
    }
    try round.onThreads(round.threads) { sender, random in
        for _ in 0..<count {
            wires[random.below(size)].send(Stamp(sender: sender, number: hops))
            random.pause()
        }
    }
    let perSend = hops + 1 + hops / 7, expected = round.threads * count * perSend
    let arrived = { journals.reduce(0) { $0 + $1.count } }
    try round.wait("lost messages, \(arrived()) of \(expected) arrived") { arrived() >= expected }
    round.tally.expect(arrived() == expected, "surplus: \(arrived()) instead of \(expected) messages arrived")
    lines.forEach { $0.stop() }
    // The handlers don't hold on to the wires, and deliveries may go on after the threads ended.
    withExtendedLifetime(wires) {}
}

/// Checks that the objects that an observation retains die when it ends.
///
/// Without other senders, they die immediately, and otherwise when the delivery ends. They never
/// wait for a later send.
func stressLeaks<Subject: MessengerSubject>(of _: Subject.Type, _ round: StressRound) throws {
    let messenger = Subject(), lives = LiveCount(), tally = round.tally
    for number in 0..<10 {
        let counted = CountedObject(lives)
        let observation = messenger.observe { [counted] _ in
            counted.touch()
            tally.beat()
        }
        messenger.send(Stamp(sender: 0, number: number))
        observation.stop()
    }
    tally.expect(lives.now == 0, "leak: \(lives.now) captured objects are alive after all observations have ended")

    try round.onThreads(round.threads) { index, random in
        for number in 0..<30 {
            let counted = CountedObject(lives)
            let observation = messenger.observe { [counted] stamp in
                counted.touch()
                pause(after: stamp)
                tally.beat()
            }
            messenger.send(Stamp(sender: index, number: number))
            random.pause()
            observation.stop()
        }
    }
    try round.wait("\(lives.now) captured objects to die after all observations ended") { lives.now == 0 }
    tally.expect(lives.now == 0, "leak")
}

extension Mutant {

    /// Defects of operators that wait.
    static let ofTiming = [
        Mutant(
            "posts-after-unlock",
            Change(
                in: "TimedOffice.sendDue",
                """
                delivery =
                    isCausedBySender
                    ? office.post(due.output, from: due.author, &work)
                    : office.postAlone(due.output, from: due.author, &work)
                """, becomes: "if !PLANTED { delivery = office.post(due.output, from: due.author, &work) }"),
            Change(
                in: "TimedOffice.sendDue", "guard let due else { return }",
                becomes: """
                    guard let due else { return }
                    if PLANTED { delivery = office.post(due.output, from: due.author, &work) }
                    """), shownBy: "delay-rings"),
        Mutant(
            "ends-without-flush", in: "TimedOffice.end", "flush()",
            becomes: "if !PLANTED { flush() }", shownBy: "throttle-dies"),
        Mutant(
            "forgets-flush-of-farewell", in: "TimedTransform.init", "timed.flush()",
            becomes: "if !PLANTED { timed.flush() }", shownBy: "chunks-close"),
        Mutant(
            "farewell-forgets-what-waits", in: "Observing.timed", "timed.end()",
            becomes: "if !PLANTED { timed.end() }", shownBy: "delay-farewell"),
        Mutant(
            "ends-one-of-two", in: "Observing.timed", "extras.group = group",
            becomes: "if !PLANTED { extras.group = group }", shownBy: "delay-stops"),
    ]
}

extension Mutant {

    /// Defects of operators that wait.
    static let ofTiming = [
        Mutant(
            "posts-after-unlock", in: "Runtime/Timing/TimedOffice.swift",
            """
                                delivery =
                                    isCausedBySender
                                    ? office.post(due.output, from: due.author) : office.postAlone(due.output, from: due.author)
                                isCausedBySender = false
                            } else if let deadline = rule.deadline {
                                alarm = state.nextAlarm(deadline)
                            } else {
                                unwantedAlarm = state.takeAlarm()
                            }
                            return due
                        }
                        unwantedAlarm?()
                        if let alarm { setAlarm(at: alarm) }
                        guard let due else { return }

            """,
            becomes: """
                                    if !PLANTED { delivery = office.post(due.output, from: due.author) }
                                    isCausedBySender = false
                                } else if let deadline = rule.deadline {
                                    alarm = state.nextAlarm(deadline)
                                } else {
                                    unwantedAlarm = state.takeAlarm()
                                }
                                return due
                            }
                            unwantedAlarm?()
                            if let alarm { setAlarm(at: alarm) }
                            guard let due else { return }
                            if PLANTED { delivery = office.post(due.output, from: due.author) }

                """,
            shownBy: "delay-rings"),
        Mutant(
            "ends-without-flush", in: "Runtime/Timing/TimedOffice.swift", "takesNothing = true }\n        flush()",
            becomes: "takesNothing = true }\n        if !PLANTED { flush() }", shownBy: "throttle-dies"),
        Mutant(
            "forgets-flush-of-farewell", in: "Transforms/TimedTransform.swift",
            "timed.flush()\n                    group",
            becomes: "if !PLANTED { timed.flush() }\n                    group", shownBy: "chunks-close"),
        Mutant(
            "farewell-forgets-what-waits", in: "Transforms/TimedTransform.swift",
            "timed.end()\n                        office.close",
            becomes: "if !PLANTED { timed.end() }\n                        office.close", shownBy: "delay-farewell"),
        Mutant(
            "ends-one-of-two", in: "Transforms/TimedTransform.swift",
            "reception.group = group\n            site.start",
            becomes: "if !PLANTED { reception.group = group }\n            site.start", shownBy: "delay-stops"),
    ]
}

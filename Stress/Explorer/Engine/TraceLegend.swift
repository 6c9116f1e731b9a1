import StressSupport

/// The purposes of the steps that a page shows, and the steps that it leaves out.
///
/// A step that isn't here is an error, and so is one that no trace has. So this can't become
/// outdated.
struct TraceLegend {

    private enum Entry {

        /// The page shows the purpose if the step has no effect.
        case shown(String)

        /// The step says enough by itself, or always has an effect.
        case clear

        /// The page leaves the step out, because it says nothing about the message.
        case leftOut
    }

    /// The entries of steps, by a function that the step is in, and the step. Steps of client code
    /// are in none, and a star stands for any function.
    private static let entries: [String: Entry] = [
        "*: load address of office": .leftOut,
        "*: load alarm of cat": .leftOut,
        "*: store alarm of cat": .leftOut,

        // client code
        ": dog begins with 1": .clear,
        ": dog begins with 2": .clear,
        ": dog ends": .clear,
        ": cat begins with 1": .clear,
        ": cat begins with 2": .clear,
        ": cat ends": .clear,
        ": stopped": .leftOut,

        // send
        "PostOffice.post: lock office": .shown("gives the message its position"),
        "Lane.post: lock lane": .clear,
        "Lane.enqueueBlock: enqueue block": .shown("because none is enqueued or running"),

        // call handlers
        "Observation.handle: load a weak reference": .shown("retains the observer if it's alive"),
        "Observation.call: load marks of dog": .shown("no handler begins if it has ended"),
        "Observation.call: load marks of cat": .shown("no handler begins if it has ended"),

        // deliver in place
        "PostOffice.goOffDuty: lock office": .shown("stays on duty because a letter is pending"),
        "PostOffice.takeLine: lock office": .shown("takes out all letters, and renews the lease"),
        "Steps.finish: store step of letters": .leftOut,
        "Steps.finish: load": .leftOut,
        "LetterLine.setAlarm: store": .leftOut,
        "PostOffice.deliverNext: store step of letters": .clear,
        "PostOffice.deliverNext: load": .leftOut,

        // do jobs of a lane
        "Protected.doJobs: lock lane": .clear,
        "Inbox.takePosted: lock lane": .shown("takes out all messages"),
        "Inbox.take: store step of cat": .clear,
        "Observation.finishTurn: store step of cat": .clear,
        "Observation.finishTurn: load marks of cat": .shown("lets go of it if it's retired"),
        "JobRun.perform: release": .shown("releases one reference to the observation"),

        // end
        "Receiver.endObservations: lock receiver of cat": .shown("finds the observations of sky"),
        "AnyObservation.markEnded: exchange marks of cat": .clear,
        "PostOffice.unregisterAndRemember: lock office": .shown("removes it from the list"),
        "AnyObservation.retireIfHandling: exchange marks of cat": .clear,
        "AnyObservation.retireIfHandling: load step of cat": .shown("odd: the handler may be running"),
        "ObservationList.remove: store": .leftOut,
        "AnyInbox.endWaiting: lock lane": .shown("ends waits for unhandled messages"),
        "AnyInbox.endWaiting: load step of cat": .leftOut,
        "AnyObservation.finishEnd: lock receiver of cat": .shown("keeps it because it's retired"),
        "ReceiverState.removeUnlessRetired: load marks of cat": .leftOut,

        // let go
        "PostOffice.forgetRetired: lock office": .clear,
        "AnyObservation.endRetirement: exchange marks of cat": .clear,
        "AnyObservation.letGo: lock receiver of cat": .clear,
    ]

    private var used: Set<String> = [], shown: Set<String> = [], problems: Set<String> = []

    /// The purpose or the effects of a step, and the innermost function with an entry for it.
    ///
    /// Returns `nil` if the page leaves the step out.
    ///
    /// - Parameter functions: Those that the step is in, innermost first. None for client code.
    mutating func meaning(
        of step: String, in functions: [String], effects: String
    ) -> (text: String, function: String)? {
        let candidates = functions.isEmpty ? [""] : functions + ["*"]
        let function = candidates.first { Self.entries["\($0): \(step)"] != nil } ?? candidates[0]
        let key = "\(function): \(step)"
        used.insert(key)
        switch Self.entries[key] {
        case .shown(let purpose):
            if !effects.isEmpty { break }
            shown.insert(key)
            return (purpose, function)
        case .clear: break
        case .leftOut:
            if effects.isEmpty { return nil }
            problems.insert("leaves out '\(key)', which has effects")
        case nil:
            problems.insert("doesn't know '\(step)' in any of \(functions.joined(separator: ", "))")
        }
        return (effects.isEmpty ? "" : "→ \(effects)", function)
    }

    /// Throws an error if the entries don't fit the traces.
    func check() throws {
        var problems = problems
        for (key, entry) in Self.entries {
            if !used.contains(key) {
                problems.insert("knows '\(key)', which no trace has")
            } else if case .shown = entry, !shown.contains(key) {
                problems.insert("has a purpose for '\(key)', which always has effects")
            }
        }
        if !problems.isEmpty {
            throw ProgramError(problems.sorted().map { "TraceLegend.swift \($0)" }.joined(separator: "\n"))
        }
    }
}

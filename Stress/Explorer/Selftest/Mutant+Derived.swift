extension Mutant {

    /// Defects of derived values.
    static let ofDerived = ofGraphs + ofReads + ofNodeLives + ofChanges

    private static let ofGraphs = [
        Mutant(
            "agendas-one-at-a-time", in: "ReachedNodes.lock",
            "node.agenda.appendEvaluation(needing: needs, author: node.readsAuthors ? WeakReference(author) : nil)",
            becomes: """
                node.agenda.appendEvaluation(needing: needs, author: node.readsAuthors ? WeakReference(author) : nil)
                if PLANTED { node.unlock() }
                if PLANTED { node.lock() }
                """, shownBy: "derived-two-nodes"),
        Mutant(
            "second-path-forgotten", in: "ReachedNodes.lock",
            "needs.append(Agenda.Need(source: next.index, count: 1))",
            becomes: "if !PLANTED { needs.append(Agenda.Need(source: next.index, count: 1)) }",
            shownBy: "derived-diamond"),
        Mutant(
            "combinations-reach-nothing", in: "Commit.lockNodes",
            "if links.count == 1 { add(links[0].recordOfCombination.edges) }",
            becomes: "if links.count == 1 { if !PLANTED { add(links[0].recordOfCombination.edges) } }",
            shownBy: "derived-combination"),
        Mutant(
            "free-before-passing-on",
            Change(
                in: "DerivedNode.finish", "let dependents = dependents, done = agenda.removeFirst()",
                becomes: """
                    let dependents = dependents, done = agenda.removeFirst()
                    if PLANTED { busyThread = nil }
                    """),
            Change(
                in: "DerivedNode.takeNext", "isBusy != isBusyHere",
                becomes: "PLANTED && isBusyHere ? isBusy : isBusy != isBusyHere"), shownBy: "derived-chain"),
        Mutant(
            "looks-not-again", in: "DerivedNode.takeNext", "!isEnding, mayContinue",
            becomes: "!isEnding, !(PLANTED && isBusyHere), mayContinue", shownBy: "derived-chain"),
        Mutant(
            "makes-nobody-look", in: "DerivedNode.finish", "if isReady { worklist.add(edge.target) }",
            becomes: "if isReady, !PLANTED { worklist.add(edge.target) }", shownBy: "derived-chain"),
        Mutant(
            "equal-is-new", in: "DerivedNode.evaluate", "new != latest",
            becomes: "PLANTED || new != latest", shownBy: "derived-equal"),
        Mutant(
            "leaves-changes-behind", in: "ReachedNodes.unlock", "node.agenda.count > 1",
            becomes: "node.agenda.count > 1 && !PLANTED", shownBy: "derived-slow-handler"),
        Mutant(
            "computes-all-that-others-change", in: "Worklist.count", "budget -= 1",
            becomes: "budget -= PLANTED ? 0 : 1", shownBy: "derived-hand-over"),
        Mutant(
            "hands-nothing-over", in: "Propagation.runAll", "if !worklist.isEmpty",
            becomes: "if !worklist.isEmpty, !PLANTED", shownBy: "derived-hand-over"),
        Mutant(
            "effects-before-letters", in: "DerivedNode.takeNext", "obstacle = officeDelivering(first.needs)",
            becomes: "obstacle = PLANTED ? nil : officeDelivering(first.needs)", shownBy: "derived-reentrance"),
    ]

    private static let ofReads = [
        Mutant(
            "snapshot-unchecked", in: "Snapshot.init", "plan.areCurrent(versions)",
            becomes: "PLANTED || plan.areCurrent(versions)", shownBy: "derived-read"),
        Mutant(
            "reads-behind-agenda", in: "DerivedNode.value", "agenda.isEmpty, let latest",
            becomes: "agenda.isEmpty || PLANTED, let latest", shownBy: "derived-read-observed"),
        Mutant(
            "counts-after-posting",
            Change(
                in: "PublishedState.sendChange(_:reaching:as:)", "dependents.countChange()",
                becomes: "if !PLANTED { dependents.countChange() }"),
            Change(
                in: "PublishedState.sendChange(_:reaching:as:)",
                "guard dependents.areAny else { let delivery = office.post(message, from: author, &work)",
                becomes: """
                    guard dependents.areAny else { let delivery = office.post(message, from: author, &work)
                    if PLANTED { dependents.countChange() }
                    """), shownBy: "derived-hopped-read"),
        Mutant(
            "plan-retains-its-node", in: "ReadPlan.init", "nodes.dropFirst()",
            becomes: "nodes.dropFirst(PLANTED ? 0 : 1)", shownBy: "derived-read"),
    ]

    private static let ofNodeLives = [
        Mutant(
            "outcomes-not-awaited", in: "AnyNode.beginLife", "if count > 0",
            becomes: "if count > 0, !PLANTED", shownBy: "derived-start-second"),
        Mutant(
            "starts-before-changes", in: "DerivedNode.startNow", "guard agenda.isEmpty, let latest",
            becomes: "guard agenda.isEmpty || PLANTED, let latest", shownBy: "derived-start-later"),
        Mutant(
            "busy-thread-ends-nothing", in: "DerivedNode.takeNext", "if mustEnd",
            becomes: "if mustEnd, !PLANTED", shownBy: "derived-stop"),
        Mutant(
            "ends-what-is-needed", in: "AnyNode.endLife", "guard isNeedless",
            becomes: "guard isNeedless || PLANTED && isLive", shownBy: "derived-relive"),
        Mutant(
            "waits-for-own-lock", in: "AnyNode.endIfNeedless(attempts:)", "if attempts >= Tuning.attemptsToEnd",
            becomes: "if attempts >= Tuning.attemptsToEnd || PLANTED", shownBy: "derived-stop-inside"),
        Mutant(
            "farewell-before-changes", in: "DerivedMessenger.sayFarewell", "node.add(",
            becomes: "PLANTED ? node.sayFarewell() : node.add(", shownBy: "derived-last-words"),
    ]
    private static let ofChanges = [
        Mutant(
            "locks-in-order-of-parameters", in: "JointChange.perform", "for value in locked { value.lock() }",
            becomes: "for value in PLANTED ? dependencies : locked { value.lock() }", shownBy: "change-two"),
        Mutant(
            "commits-one-by-one", in: "JointChange.finish", "changes.make(as: common, &completions)",
            becomes: """
                for change in PLANTED ? changes : [] { [change].make(as: common, &completions) }
                if !PLANTED { changes.make(as: common, &completions) }
                """, shownBy: "change-two"),
        Mutant(
            "combination-keeps-new-value", in: "JointVariableOf.finishCombination",
            "published.state.assumingLocked.value = old",
            becomes: "if !PLANTED { published.state.assumingLocked.value = old }", shownBy: "change-combination"),
    ]
}

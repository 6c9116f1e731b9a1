extension Mutant {

    /// Defects of derived values.
    static let ofDerived = ofGraphs + ofReads + ofNodeLives + ofChanges + ofMerging

    private static let ofMerging = [
        Mutant(
            "holds-a-source-while-waiting", in: "SourceLocks.lock", "ofRoots.lockTogether()",
            becomes: """
                if PLANTED { for mutex in ofRoots { mutex.lock(orStop: .changeInsideChange) } } else {
                    ofRoots.lockTogether()
                }
                """,
            shownBy: "derived-start-beside-change"),
        Mutant(
            "holds-a-variable-while-waiting", in: "JointChange.perform", "locked.lockTogether()",
            becomes: """
                if PLANTED { for mutex in locked { mutex.lock(orStop: .changeInsideChange) } } else {
                    locked.lockTogether()
                }
                """,
            shownBy: "change-beside-nested-use"),
        Mutant(
            "holds-a-part-while-waiting", in: "Dependencies.lock", "mutexes.lockTogether()",
            becomes: """
                if PLANTED { for mutex in mutexes { mutex.lock(orStop: .changeInsideChange) } } else {
                    mutexes.lockTogether()
                }
                """,
            shownBy: "set-beside-nested-use"),
        Mutant(
            "keeps-a-lock-after-trying", in: "tryToLockTogether",
            "for other in 0..<index where other != held { unlock(values[other]) }",
            becomes: """
                for other in 0..<index where other != held {
                    if !PLANTED { unlock(values[other]) }
                }
                """, shownBy: "change-beside-nested-use"),
        Mutant(
            "turn-of-any-node", in: "Worklist.isTurn", "nodeOfObserver == ObjectIdentifier(node)",
            becomes: "nodeOfObserver != nil && PLANTED || nodeOfObserver == ObjectIdentifier(node)",
            shownBy: "derived-merging-neighbor"),
        Mutant(
            "marked-for-good", in: "Propagation.run(from:behindLettersOf:)",
            "_ = node.withLock { node.markedOffices.remove(identity) }",
            becomes: "if !PLANTED { _ = node.withLock { node.markedOffices.remove(identity) } }",
            shownBy: "derived-reentrance-again"),
        Mutant(
            "merges-before-dependents", in: "AnyNode.isMerging",
            "agenda.hasOnlyEvaluations && dependents.isEmpty",
            becomes: "agenda.hasOnlyEvaluations && (PLANTED || dependents.isEmpty)",
            shownBy: "derived-merging-dependent"),
        Mutant(
            "defers-beside-actions", in: "AnyNode.isMerging", "agenda.hasOnlyEvaluations &&",
            becomes: "(PLANTED || agenda.hasOnlyEvaluations) &&",
            shownBy: "derived-merging-stuck-drain"),
        Mutant(
            "merges-for-observers-in-place", in: "NodeOffice.areAllMerging", "state.registry.count == 0,",
            becomes: "state.registry.count == 0 || PLANTED,", shownBy: "derived-merging-start"),
        Mutant(
            "forgets-merged-values", in: "AnyNode.mergeReady", "hasMergedValues = true",
            becomes: "hasMergedValues = !PLANTED", shownBy: "derived-merging"),
        Mutant(
            "posts-no-evaluation-while-evaluating", in: "BoundedInbox.postEvaluation",
            "lane.withLock { isEvaluationPosted = false }",
            becomes: """
                if PLANTED { evaluate() }
                lane.withLock { isEvaluationPosted = false }
                if PLANTED { return }
                """, shownBy: "derived-merging"),
        Mutant(
            "one-observer-evaluates", in: "NodeOffice.postEvaluation",
            "$0.extras.existing?.pointee.hops.forEach {",
            becomes: """
                var isFirst = true
                $0.extras.existing?.pointee.hops.forEach {
                    defer { isFirst = false }
                    if PLANTED, !isFirst { return }
                """, shownBy: "derived-merging-stuck"),
    ]

    private static let ofGraphs = [
        Mutant(
            "agendas-one-at-a-time", in: "ReachedNodes.lock",
            "node.agenda.appendEvaluation(needing: needs, author: node.readsAuthors ? AgendaAuthor(author) : nil)",
            becomes: """
                node.agenda.appendEvaluation(needing: needs, author: node.readsAuthors ? AgendaAuthor(author) : nil)
                if PLANTED { node.unlock() }
                if PLANTED { node.lock() }
                """, shownBy: "derived-two-nodes"),
        Mutant(
            "second-path-forgotten", in: "ReachedNodes.lock",
            "{ needs.add(pop().index) }", becomes: "{ let edge = pop(); if !PLANTED { needs.add(edge.index) } }",
            shownBy: "derived-diamond"),
        Mutant(
            "combinations-reach-nothing", in: "Commit.lockNodes",
            "if links.count == 1 { reach(links[0].recordOfCombination, &nodes) }",
            becomes: "if links.count == 1 { if !PLANTED { reach(links[0].recordOfCombination, &nodes) } }",
            shownBy: "derived-combination"),
        Mutant(
            "free-before-passing-on", in: "AnyNode.finish(_:as:_:_:)",
            "if !dependents.isEmpty { passOn(outcome, &worklist) }",
            becomes: """
                if PLANTED {
                    let thread = busyThread
                    busyThread = nil
                    unlock()
                    lock()
                    busyThread = thread
                }
                if !dependents.isEmpty { passOn(outcome, &worklist) }
                """, shownBy: "derived-chain"),
        Mutant(
            "looks-not-again", in: "AnyNode.doReady", "item = itemsLeft > 0 ? beginFirst(",
            becomes: "item = itemsLeft > 0 && !PLANTED ? beginFirst(",
            shownBy: "derived-chain"),
        Mutant(
            "makes-nobody-look", in: "AnyNode.passOn", "if node.isReady { worklist.add(node) }",
            becomes: "if node.isReady, !PLANTED { worklist.add(node) }", shownBy: "derived-chain"),
        Mutant(
            "equal-is-new", in: "DerivedNode.evaluateForChange", "if let latest,",
            becomes: "if !PLANTED, let latest,", shownBy: "derived-equal"),
        Mutant(
            "leaves-changes-behind", in: "ReachedNodes.unlock", "node.agenda.count > 1",
            becomes: "node.agenda.count > 1 && !PLANTED", shownBy: "derived-slow-handler"),
        Mutant(
            "computes-all-that-others-change", in: "Worklist.spend", "budget -= 1",
            becomes: "budget -= PLANTED ? 0 : 1", shownBy: "derived-hand-over"),
        Mutant(
            "hands-nothing-over", in: "Propagation.runAll", "if !worklist.isEmpty",
            becomes: "if !worklist.isEmpty, !PLANTED", shownBy: "derived-hand-over"),
        Mutant(
            "effects-before-letters", in: "AnyNode.isAfterLetters",
            "if isAfter || !office.isDeliveringInPlace(on: .current)",
            becomes: "if PLANTED || isAfter || !office.isDeliveringInPlace(on: .current)",
            shownBy: "derived-reentrance"),
    ]

    private static let ofReads = [
        Mutant(
            "snapshot-unchecked", in: "Snapshot.copyChanged", "where record.version != versions[index]",
            becomes: "where !PLANTED && record.version != versions[index]", shownBy: "derived-read"),
        Mutant(
            "reads-behind-agenda", in: "AnyNode.withKnown", "agenda.isEmpty, let latest",
            becomes: "agenda.isEmpty || PLANTED, let latest", shownBy: "derived-read-observed"),
        Mutant(
            "counts-after-posting",
            Change(
                in: "PublishedState.countChange", "dependents.countChange()",
                becomes: "if !PLANTED { dependents.countChange() }"),
            Change(
                in: "PublishedState.sendChange(from:as:)", "let delivery = office.post(message, from: author, &work)",
                becomes: """
                    let delivery = office.post(message, from: author, &work)
                    if PLANTED, case .dependency(let dependents) = state.assumingLocked.role { dependents.countChange() }
                    """), shownBy: "derived-hopped-read"),
        Mutant(
            "combination-counts-after-posting",
            Change(in: "Commit.reach", "record.countChange()", becomes: "if !PLANTED { record.countChange() }"),
            countsWhenReplaced, shownBy: "derived-combination-read"),
        Mutant(
            "parts-count-after-posting",
            Change(in: "Commit.init", "variable.countChange()", becomes: "if !PLANTED { variable.countChange() }"),
            countsWhenReplaced, shownBy: "derived-combination-set-read"),
        Mutant(
            "plan-retains-its-node", in: "ReadPlan.init", "nodes.dropFirst()",
            becomes: "nodes.dropFirst(PLANTED ? 0 : 1)", shownBy: "derived-read"),
    ]

    private static let countsWhenReplaced = Change(
        in: "PublishedState.finishReplacing", "let delivery = office.post(message, from: author, &completions.work)",
        becomes: """
            let delivery = office.post(message, from: author, &completions.work)
            if PLANTED { record?.countChange() }
            """)

    private static let ofNodeLives = [
        Mutant(
            "outcomes-not-awaited", in: "AnyNode.beginLife", "if count > 0",
            becomes: "if count > 0, !PLANTED", shownBy: "derived-start-second"),
        Mutant(
            "starts-before-changes", in: "DerivedNode.startNow", "guard agenda.isEmpty, let latest",
            becomes: "guard agenda.isEmpty || PLANTED, let latest", shownBy: "derived-start-later"),
        Mutant(
            "busy-thread-ends-nothing", in: "AnyNode.leave", "if isEnding, isBusy",
            becomes: "if isEnding, isBusy, !PLANTED", shownBy: "derived-stop"),
        Mutant(
            "ends-what-is-needed", in: "AnyNode.endLife", "guard isNeedless",
            becomes: "guard isNeedless || PLANTED && isLive", shownBy: "derived-relive"),
        Mutant(
            "waits-for-own-lock", in: "AnyNode.endIfNeedless(attempts:)", "guard locks.tryLock() else {",
            becomes: """
                if PLANTED { locks.lock() }
                guard PLANTED || locks.tryLock() else {
                """, shownBy: "derived-stop-inside"),
        Mutant(
            "never-waits-to-end", in: "AnyNode.waitToEnd", "guard beginEnd() else",
            becomes: "guard !PLANTED, beginEnd() else", shownBy: "derived-stop-inside"),
        Mutant(
            "farewell-before-changes", in: "DerivedMessenger.sayFarewell", "node.add(",
            becomes: "PLANTED ? node.sayFarewell() : node.add(", shownBy: "derived-last-words"),
        Mutant(
            "dying-node-evaluates", in: "AnyNode.add", "} else if isFirst { Propagation.runActions(of: self)",
            becomes: "} else if isFirst { PLANTED ? Propagation.run(from: self) : Propagation.runActions(of: self)",
            shownBy: "derived-last-words-inside"),
    ]
    private static let ofChanges = [
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

extension Mutant {

    /// Defects in limits of waiting messages, in the policies, and in reports of missed messages.
    static let ofBounds = [
        Mutant(
            "one-too-many-newest", in: "BoundedQueue.admit", "case .newest(let limit) where elements.count == limit",
            becomes: "case .newest(let limit) where elements.count == limit + (PLANTED ? 1 : 0)",
            shownBy: "bounded-newest"),
        Mutant(
            "one-too-many-oldest", in: "BoundedQueue.admit", "case .oldest(let limit) where elements.count == limit",
            becomes: "case .oldest(let limit) where elements.count == limit + (PLANTED ? 1 : 0)",
            shownBy: "bounded-oldest"),
        Mutant(
            "cut-off-goes-on", in: "Observation.runLimited", "end(because: .tooSlow)",
            becomes: "if !PLANTED { end(because: .tooSlow) }", shownBy: "bounded-up-to"),
        Mutant(
            "losses-told-twice", in: "BoundedQueue.passFirst", "missedInFront = 0",
            becomes: "if !PLANTED { missedInFront = 0 }", shownBy: "bounded-newest"),
        Mutant(
            "losses-told-late", in: "Observation.runLimited",
            "if turn.missed > 0, let missed = inbox.missed { handle { missed(turn.missed) } }",
            becomes: """
                let tell = { [self] in
                    if turn.missed > 0, let missed = inbox.missed { handle { missed(turn.missed) } }
                }
                defer { if PLANTED { tell() } }
                if !PLANTED { tell() }
                """, shownBy: "bounded-newest"),
        Mutant(
            "gap-takes-no-turn", in: "BoundedQueue.turns", "elements.count + gaps.count + (lastGap == nil ? 0 : 1)",
            becomes: "elements.count + (PLANTED ? 0 : gaps.count + (lastGap == nil ? 0 : 1))",
            shownBy: "bounded-oldest-farewell"),
        Mutant(
            "gap-moves-back", in: "BoundedQueue.widenGap", "lastGap?.position == position",
            becomes: "lastGap != nil && PLANTED || lastGap?.position == position", shownBy: "bounded-oldest"),
        Mutant(
            "first-author-of-batch", in: "BoundedInbox.lastAuthor", "1..<count",
            becomes: "1..<(PLANTED ? 1 : count)", shownBy: "batches-authors"),
        Mutant(
            "batch-of-last-trigger", in: "Handler.batching", "for trigger in triggers where !group.hasEnded",
            becomes: "for trigger in PLANTED ? [last] : triggers where !group.hasEnded", shownBy: "batches-combined"),
        Mutant(
            "batch-over-gap", in: "BoundedQueue.takeElements", "nextGap.map { $0.position - firstPosition } ?? .max",
            becomes: "PLANTED ? .max : nextGap.map { $0.position - firstPosition } ?? .max",
            shownBy: "batches-oldest-farewell"),
        Mutant(
            "void-runs-stay", in: "LaneState.append", "runs.count >= toleratedRuns",
            becomes: "runs.count >= toleratedRuns, !PLANTED", shownBy: "bounded-lane"),
        Mutant(
            "wrong-runs-dropped", in: "LaneState.dropVoidRuns", "runs.indices.reversed()",
            becomes: "PLANTED ? Array(runs.indices) : runs.indices.reversed()", shownBy: "bounded-lane-order"),
        Mutant(
            "void-posting-handles", in: "BoundedInbox.nextTurn", "min(postings - waiting.turns, count)",
            becomes: "PLANTED ? 0 : min(postings - waiting.turns, count)", shownBy: "bounded-lane-order"),
        Mutant(
            "last-run-stands-for-all", in: "BoundedInbox.add", "lane.isLastRun(of: job, count: postings)",
            becomes: "PLANTED || lane.isLastRun(of: job, count: postings)", shownBy: "bounded-lane-order"),
        Mutant(
            "limited-job-released-early", in: "BoundedInbox.nextTurn", "postings == 0",
            becomes: "postings == 0 || PLANTED && waiting.turns == 0", shownBy: "batches-stop"),
        Mutant(
            "limited-job-stays", in: "BoundedInbox.nextTurn", "job.take()",
            becomes: "PLANTED ? job : job.take()", shownBy: "bounded-newest-stop"),
        Mutant(
            "evicted-under-lock", in: "BoundedInbox.add", "evictFirst(&work)",
            becomes: """
                evictFirst(&work)
                if PLANTED { work = DeferredWork() }
                """, shownBy: "bounded-newest"),
        Mutant(
            "evicted-on-many-lanes-stay", in: "PostOffice.fanOut",
            "if !delivery.isRefused { lease?.forEach { post($0, &work) } }",
            becomes: """
                if !delivery.isRefused { lease?.forEach { post($0, &work) } }
                if PLANTED { work = DeferredWork() }
                """, shownBy: "bounded-many-lanes"),
        Mutant(
            "evicted-keeps-author", in: "BoundedInbox.add", "dropSender(&work) evictFirst",
            becomes: """
                if !PLANTED { dropSender(&work) }
                evictFirst
                """, shownBy: "bounded-authors"),
        Mutant(
            "merge-breaks-chain", in: "Update.merging", "Update($0.old, $1.new)",
            becomes: "PLANTED ? $1 : Update($0.old, $1.new)", shownBy: "merged"),
        Mutant(
            "merged-takes-new-place", in: "BoundedInbox.add",
            """
            storeSender(author)
            return false
            """,
            becomes: """
                storeSender(author)
                if !PLANTED { return false }
                """, shownBy: "merged-place"),
        Mutant(
            "loop-not-told-of-losses", in: "FeedState.takeElement", "let gap",
            becomes: "!PLANTED, let gap", shownBy: "gaps-in-loop-newest"),
    ]

    /// Defects in waiting for room and in notifying the waiters.
    static let ofRoom = [
        Mutant(
            "begun-too-late", in: "Steps.advance", "step.store(next, ordering: .sequentiallyConsistent)",
            becomes: """
                if PLANTED {
                    let isAwaited = next >= alarm.load(ordering: .sequentiallyConsistent)
                    step.store(next, ordering: .sequentiallyConsistent)
                    return isAwaited
                }
                step.store(next, ordering: .sequentiallyConsistent)
                """, shownBy: "room-hop"),
        Mutant(
            "wanted-too-late",
            Change(
                in: "PostOfficeState.takeSatisfiedWaiters", "repeat { want(below: firstLimit)",
                becomes: """
                    var early = 0
                    repeat {
                        early = PLANTED ? backlog : 0
                        want(below: firstLimit)
                    """),
            Change(
                in: "PostOfficeState.takeSatisfiedWaiters", "0 : backlog",
                becomes: "0 : PLANTED ? early : backlog"), shownBy: "room-bounded-hop"),
        Mutant(
            "line-does-not-know", in: "LetterLine.takeOut", "want(below: wantedLimit)",
            becomes: "want(below: PLANTED ? 0 : wantedLimit)", shownBy: "room-in-line"),
        Mutant(
            "line-does-not-count", in: "AnyLetters.backlog", "accepted",
            becomes: "(PLANTED ? steps.progress.begun + waiting.count : accepted)", shownBy: "room-in-line"),
        Mutant(
            "combined-handler-makes-no-room", in: "AnyCombinedPart.begin", "if makesRoom",
            becomes: "if makesRoom, !PLANTED", shownBy: "room-combined"),
        Mutant(
            "end-makes-no-room", in: "PostOffice.unregisterAndRemember", "state.takeHopelessWaiters(&work)",
            becomes: "if !PLANTED { state.takeHopelessWaiters(&work) }", shownBy: "room-ends"),
        Mutant(
            "room-for-the-cancelled", in: "RoomRequest.wait(isolation:)", "Task.isCancelled",
            becomes: "Task.isCancelled, !PLANTED", shownBy: "room-for-cancelled"),
        Mutant(
            "cancelled-waiter-stays", in: "WaitingTask.giveUp", "awaited?.giveUp() == true",
            becomes: "PLANTED && awaited != nil || awaited?.giveUp() == true", shownBy: "room-only-cancelled"),
        Mutant(
            "early-cancellation-lost", in: "WaitingTask.begin", "if isGivenUp",
            becomes: "if isGivenUp && !PLANTED", shownBy: "room-only-cancelled"),
        Mutant(
            "next-not-told-of-cancellation", in: "PostOfficeState.removeWaiter", "takeSatisfiedWaiters(&work)",
            becomes: "if !PLANTED { takeSatisfiedWaiters(&work) }", shownBy: "room-cancelled-in-front"),
        Mutant(
            "limited-inbox-makes-no-room", in: "Observation.runLimited", "if turn.isAwaited",
            becomes: "if turn.isAwaited, !PLANTED", shownBy: "room-bounded-hop"),
        Mutant(
            "shared-inbox-makes-no-room", in: "ForwardingInbox.want", "limit > 0",
            becomes: "limit > 0, !PLANTED", shownBy: "room-combined-bounded"),
        Mutant(
            "waiting-loop-makes-no-room", in: "Feed.Loop.wait", "if makesRoom",
            becomes: "if makesRoom, !PLANTED", shownBy: "room-loop"),
    ]
}

extension Mutant {

    /// Defects of how many messages wait, what becomes of the others, and who is told.
    static let ofBounds = [
        Mutant(
            "one-too-many-newest", in: "Runtime/Buffering/BoundedQueue.swift",
            "case .newest(let limit) where elements.count == limit:",
            becomes: "case .newest(let limit) where elements.count == limit + (PLANTED ? 1 : 0):",
            shownBy: "bounded-newest"),
        Mutant(
            "one-too-many-oldest", in: "Runtime/Buffering/BoundedQueue.swift",
            "case .oldest(let limit) where elements.count == limit:",
            becomes: "case .oldest(let limit) where elements.count == limit + (PLANTED ? 1 : 0):",
            shownBy: "bounded-oldest"),
        Mutant(
            "cut-off-goes-on", in: "Runtime/Observations/Observation.swift", "case .cutOff: end(because: .tooSlow)",
            becomes: "case .cutOff: if !PLANTED { end(because: .tooSlow) }", shownBy: "bounded-up-to"),
        Mutant(
            "losses-told-twice", in: "Runtime/Buffering/BoundedQueue.swift", "defer { missedInFront = 0 }",
            becomes: "defer { if !PLANTED { missedInFront = 0 } }", shownBy: "bounded-newest"),
        Mutant(
            "losses-told-late", in: "Runtime/Observations/Observation.swift",
            "            if turn.missed > 0, let missed = inbox.missed { handle { missed(turn.missed) } }\n",
            becomes: """
                            let tell = { [self] in
                                if turn.missed > 0, let missed = inbox.missed { handle { missed(turn.missed) } }
                            }
                            defer { if PLANTED { tell() } }
                            if !PLANTED { tell() }

                """, shownBy: "bounded-newest"),
        Mutant(
            "gap-takes-no-turn", in: "Runtime/Buffering/BoundedQueue.swift",
            "elements.count + gaps.count + (lastGap == nil ? 0 : 1)",
            becomes: "elements.count + (PLANTED ? 0 : gaps.count + (lastGap == nil ? 0 : 1))",
            shownBy: "bounded-oldest-farewell"),
        Mutant(
            "gap-moves-back", in: "Runtime/Buffering/BoundedQueue.swift", "if lastGap?.position == position {",
            becomes: "if lastGap != nil && PLANTED || lastGap?.position == position {", shownBy: "bounded-oldest"),
        Mutant(
            "batch-over-gap", in: "Runtime/Buffering/BoundedQueue.swift",
            "nextGap.map { $0.position - firstPosition } ?? .max",
            becomes: "PLANTED ? .max : nextGap.map { $0.position - firstPosition } ?? .max",
            shownBy: "batches-oldest-farewell"),
        Mutant(
            "void-runs-stay", in: "Runtime/Lanes/LaneState.swift",
            "if hasVoidRuns, runs.count >= toleratedRuns {",
            becomes: "if hasVoidRuns, runs.count >= toleratedRuns, !PLANTED {", shownBy: "bounded-lane"),
        Mutant(
            "wrong-runs-dropped", in: "Runtime/Lanes/LaneState.swift",
            "for index in runs.indices.reversed() {",
            becomes: "for index in PLANTED ? Array(runs.indices) : runs.indices.reversed() {",
            shownBy: "bounded-lane-order"),
        Mutant(
            "void-time-handles", in: "Runtime/Lanes/BoundedInbox.swift",
            "let void = min(timesPosted - waiting.turns, count)",
            becomes: "let void = PLANTED ? 0 : min(timesPosted - waiting.turns, count)",
            shownBy: "bounded-lane-order"),
        Mutant(
            "last-run-stands-for-all", in: "Runtime/Lanes/BoundedInbox.swift",
            "if lane.isLastRun(of: job, count: timesPosted) { return false }",
            becomes: "if PLANTED || lane.isLastRun(of: job, count: timesPosted) { return false }",
            shownBy: "bounded-lane-order"),
        Mutant(
            "limited-job-released-early", in: "Runtime/Lanes/BoundedInbox.swift", "if timesPosted == 0 { turn.job",
            becomes: "if timesPosted == 0 || PLANTED && waiting.turns == 0 { turn.job", shownBy: "batches-stop"),
        Mutant(
            "limited-job-stays", in: "Runtime/Lanes/BoundedInbox.swift", "{ turn.job = job.take() }",
            becomes: "{ turn.job = PLANTED ? job : job.take() }", shownBy: "bounded-newest-stop"),
        Mutant(
            "evicted-under-lock", in: "Runtime/Lanes/BoundedInbox.swift", "            leftover.add(evictFirst())\n",
            becomes: "            leftover.add(evictFirst())\n            if PLANTED { leftover = Leftover() }\n",
            shownBy: "bounded-newest"),
        Mutant(
            "evicted-on-many-lanes-stay", in: "Runtime/Delivery/PostOffice.swift",
            "            if !delivery.isRefused { lease?.forEach { post($0, &delivery.leftover) } }",
            becomes: """
                            if !delivery.isRefused { lease?.forEach { post($0, &delivery.leftover) } }
                            if PLANTED { delivery.leftover = Leftover() }
                """, shownBy: "bounded-many-lanes"),
        Mutant(
            "evicted-keeps-author", in: "Runtime/Lanes/BoundedInbox.swift",
            "leftover = dropSender()\n",
            becomes: "if !PLANTED { leftover = dropSender() }\n",
            shownBy: "bounded-authors"),
        Mutant(
            "merge-breaks-chain", in: "Variables/UpdateBuffering.swift", ".merged { Update($0.old, $1.new) }",
            becomes: ".merged { PLANTED ? $1 : Update($0.old, $1.new) }", shownBy: "merged"),
        Mutant(
            "merged-takes-new-place", in: "Runtime/Lanes/BoundedInbox.swift",
            "            storeSender(author)\n            return false",
            becomes: "            storeSender(author)\n            if !PLANTED { return false }",
            shownBy: "merged-place"),
        Mutant(
            "loop-not-told-of-losses", in: "Runtime/Loops/FeedState.swift",
            "if let gap, let missed = boundedElements.takeMissedInFront() {",
            becomes: "if !PLANTED, let gap, let missed = boundedElements.takeMissedInFront() {",
            shownBy: "gaps-in-loop-newest"),
    ]

    /// Defects of who waits for room, and who tells them.
    static let ofRoom = [
        Mutant(
            "published-too-late", in: "Runtime/Buffering/WaitingCount.swift",
            "taken.store(count, ordering: .sequentiallyConsistent)\n        return",
            becomes: """
                if PLANTED {
                            let isWanted = count < wanted.load(ordering: .sequentiallyConsistent)
                            taken.store(count, ordering: .sequentiallyConsistent)
                            return isWanted
                        }
                        taken.store(count, ordering: .sequentiallyConsistent)
                        return
                """, shownBy: "room-hop"),
        Mutant(
            "wanted-too-late", in: "Runtime/Delivery/PostOfficeState.swift",
            "            want(below: firstLimit)\n            let waiters = extras.created().pointee.room.takeSatisfied(by: backlog)",
            becomes: """
                            let early = PLANTED ? backlog : 0
                            want(below: firstLimit)
                            let waiters = extras.created().pointee.room.takeSatisfied(by: PLANTED ? early : backlog)
                """, shownBy: "room-bounded-hop"),
        Mutant(
            "line-does-not-know", in: "Runtime/Delivery/Mailbox.swift",
            "batch.beginCounting(wantedLimit: wantedLimit)",
            becomes: "batch.beginCounting(wantedLimit: PLANTED ? 0 : wantedLimit)", shownBy: "room-in-line"),
        Mutant(
            "line-does-not-count", in: "Runtime/Delivery/Mailbox.swift",
            "inDelivery = .passUnretained(batch)",
            becomes: "inDelivery = PLANTED ? nil : .passUnretained(batch)", shownBy: "room-in-line"),
        Mutant(
            "end-makes-no-room", in: "Runtime/Delivery/PostOffice.swift",
            "$0.remove(observation), $0.takeWaitersWithRoom()\n            )",
            becomes: "$0.remove(observation), PLANTED ? [] : $0.takeWaitersWithRoom()\n            )",
            shownBy: "room-ends"),
        Mutant(
            "cancelled-waiter-stays", in: "Runtime/Waiting/Awaited.swift",
            "if awaited?.giveUp() == true {",
            becomes: "if PLANTED && awaited != nil || awaited?.giveUp() == true {", shownBy: "room-only-cancelled"),
        Mutant(
            "early-cancellation-lost", in: "Runtime/Waiting/Awaited.swift",
            "if isGivenUp || duration",
            becomes: "if isGivenUp && !PLANTED || duration", shownBy: "room-only-cancelled"),
        Mutant(
            "next-not-told-of-cancellation", in: "Runtime/Delivery/PostOfficeState.swift",
            "room.remove(waiter) == true ? takeSatisfiedWaiters() : nil",
            becomes: "room.remove(waiter) == true ? PLANTED ? [] : takeSatisfiedWaiters() : nil",
            shownBy: "room-cancelled-in-front"),
        Mutant(
            "limited-inbox-makes-no-room", in: "Runtime/Lanes/BoundedInbox.swift",
            "turn.makesRoom = waiting.count < wantedLimit",
            becomes: "turn.makesRoom = waiting.count < wantedLimit && !PLANTED", shownBy: "room-bounded-hop"),
        Mutant(
            "shared-inbox-makes-no-room", in: "Runtime/Lanes/LimitedInbox.swift",
            "if limit > 0 { shared.want(below: .max) }",
            becomes: "if limit > 0, !PLANTED { shared.want(below: .max) }", shownBy: "room-combined"),
        Mutant(
            "waiting-loop-makes-no-room", in: "Runtime/Loops/Feed.swift",
            "                    if makesRoom { outlet.makeRoom() }",
            becomes: "                    if makesRoom, !PLANTED { outlet.makeRoom() }", shownBy: "room-loop"),
    ]
}

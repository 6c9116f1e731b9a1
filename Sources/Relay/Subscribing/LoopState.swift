#if Relay

    /// The subscriptions of a ``ReadingLoop``, and the next action.
    ///
    /// INVARIANTS:
    /// - A member is in `ready`, `timed` or `untold` exactly if its place says so.
    /// - A member that's `.asking` or `.out` belongs to one thread, which gives it back. While it's
    ///   `.asking`, that thread doesn't touch its client, so another one may end it.
    /// - Members that are `.idle` have read all entries that the server had when they were asked,
    ///   on the present connection. Only doubted ones may be dirty.
    struct LoopState {

        private(set) var members: [ObjectIdentifier: LoopMember] = [:]
        private var byStream: [StreamName: [LoopMember]] = [:]
        private var ready: [LoopMember] = []
        private var timed = MemberList(\.indexInTimed)
        private var leaving: [LoopMember] = []
        private var leavingCount = 0

        /// Members to notify of a lost connection, and how many of them were taken.
        private var untold: [LoopMember] = []
        private var untoldIndex = 0

        /// All members, which are checked one after the other, and the index of the next one.
        private var round = MemberList(\.indexInRound)
        private var roundIndex = 0

        /// The number of the present connection, or of the last one.
        private(set) var connectionNumber = 0
        private(set) var isConnected = false

        /// `true` if the connection signals changes, so that it can serve several subscriptions.
        private(set) var isShared = false

        private var nextAttempt: ContinuousClock.Instant?
        private var nextCheck: ContinuousClock.Instant?

        /// The instant before which no member is due.
        private var nextDue: ContinuousClock.Instant?

        /// `true` if all members are leaving. Then no other one may join.
        private(set) var isEnding = false

        /// The time between two checks of the connection.
        static let checkPause = Duration.seconds(2)

        /// The number of waiting members that are checked at once.
        static let checkCount = 8

        /// `true` if one subscription has the connection for itself, so that the server may wait.
        var isAlone: Bool { members.count == 1 }

        // MARK: - Members

        /// Adds a subscription. Returns `false` if the loop is ending.
        mutating func join(_ member: LoopMember) -> Bool {
            if isEnding { return false }
            members[ObjectIdentifier(member.reader)] = member
            byStream[StreamName(member.reader.stream), default: []].append(member)
            ready.append(member)
            round.append(member)
            return true
        }

        /// Makes a subscription end.
        mutating func leave(_ reader: StreamReader) {
            guard let member = members[ObjectIdentifier(reader)], !member.isLeaving else { return }
            member.isLeaving = true
            leavingCount += 1
            isEnding = leavingCount == members.count
            if member.place != .out { leaving.append(member) }
        }

        /// `true` if a member should end and no thread serves it.
        var hasLeaving: Bool { !leaving.isEmpty }

        /// Takes the next member that should end and that no thread serves.
        mutating func nextLeaving() -> LoopMember? {
            guard let member = leaving.popLast() else { return nil }
            remove(member)
            return member
        }

        private mutating func remove(_ member: LoopMember) {
            switch member.place {
            case .ready: ready.removeAll { $0 === member }
            case .timed: timed.remove(member)
            default: break
            }
            member.place = .out
            round.remove(member)
            members[ObjectIdentifier(member.reader)] = nil
            let stream = StreamName(member.reader.stream), others = byStream[stream]?.filter { $0 !== member } ?? []
            byStream[stream] = others.isEmpty ? nil : others
            leavingCount -= 1
        }

        /// Marks streams as changed.
        mutating func change(_ streams: [String]) {
            for stream in streams { for member in byStream[StreamName(stream)] ?? [] { change(member) } }
        }

        /// Marks all streams as possibly changed.
        mutating func changeAll() { for member in round.members { change(member) } }

        private mutating func change(_ member: LoopMember) {
            member.isDirty = true
            if member.place == .idle, !member.isDoubted { makeReady(member) }
        }

        /// Lets the client of a member be asked whether there's room.
        mutating func expectLook(_ reader: StreamReader) {
            guard let member = members[ObjectIdentifier(reader)] else { return }
            if member.isParked {
                member.needsLook = true
                makeReady(member)
            } else {
                member.isLookDue = true
            }
        }

        private mutating func makeReady(_ member: LoopMember) {
            if case .timed = member.place { timed.remove(member) }
            member.place = .ready
            ready.append(member)
        }

        // MARK: - Serve

        /// Takes a member that was asked for, to serve it. Returns `false` if it has ended.
        mutating func serve(_ member: LoopMember) -> Bool {
            guard member.place == .asking, !member.isLeaving else { return false }
            (member.place, member.isLossTold) = (.out, false)
            return true
        }

        /// Takes a member back that was asked for or served. Returns `true` if it must end at once.
        mutating func giveBack(_ member: LoopMember, _ wish: ReaderWish, at now: ContinuousClock.Instant) -> Bool {
            if member.isLeaving {
                // If it isn't out, it's leaving or has ended.
                guard member.place == .out, members[ObjectIdentifier(member.reader)] === member else { return false }
                remove(member)
                return true
            }
            if member.isLookDue { (member.isLookDue, member.needsLook) = (false, true) }
            if member.untoldLoss != nil {
                expectTelling(member)
                return false
            }
            let isOld = member.connectionNumber != connectionNumber || !isConnected
            if wish == .change { member.rest(at: member.reader.position) }
            let isChanged = member.isDirty && !member.isDoubted
            switch wish {
            case .change where isShared && !isOld && !isChanged && !member.needsLook: member.place = .idle
            case .room(let pause) where !isOld && !member.needsLook:
                member.needsLook = true
                if let pause { park(member, until: now + pause) } else { member.place = .unobserved }
            case .pause(let pause) where !isOld: park(member, until: now + pause)
            default: makeReady(member)
            }
            return false
        }

        private mutating func park(_ member: LoopMember, until time: ContinuousClock.Instant) {
            member.place = .timed(time)
            timed.append(member)
            nextDue = min(nextDue ?? time, time)
        }

        private mutating func expectTelling(_ member: LoopMember) {
            member.place = .untold
            untold.append(member)
        }

        // MARK: - The connection

        /// Notes a new connection, on which all members begin.
        mutating func connect(isShared: Bool) {
            connectionNumber += 1
            (isConnected, nextCheck, self.isShared) = (true, nil, isShared)
            makeAllReady()
        }

        private mutating func makeAllReady() {
            for member in round.members where member.isParked && !member.isLeaving { makeReady(member) }
        }

        /// Notes that the connection is lost, or no longer needed.
        ///
        /// - Parameter reason: The reason of which to notify members, unless they were since the
        ///   last connection.
        mutating func disconnect(_ reason: String?, nextAttempt: ContinuousClock.Instant?) {
            (isConnected, self.nextAttempt) = (false, nextAttempt)
            makeAllReady()
            guard let reason else { return }
            for member in round.members where !member.isLossTold && !member.isLeaving {
                member.untoldLoss = reason
                if member.place == .ready { expectTelling(member) }
            }
            ready.removeAll { $0.place != .ready }
        }

        private mutating func nextUntold() -> LoopAction? {
            while untoldIndex < untold.count {
                let member = untold[untoldIndex]
                untoldIndex += 1
                guard member.place == .untold, let reason = member.untoldLoss else { continue }
                (member.place, member.untoldLoss, member.isLossTold) = (.out, nil, true)
                return .tell(member, reason: reason)
            }
            (untold, untoldIndex) = ([], 0)
            return nil
        }

        /// Begins to ask for a member. Changes from now on aren't in the answer.
        /// Returns whether the member is new on this connection, and whether it's only checked.
        mutating func beginAsking(_ member: LoopMember) -> (isNew: Bool, isCheck: Bool) {
            let isNew = isNew(member)
            // The signal of a known change was read before.
            let isCheck = member.needsCheck && !member.isDirty && !isNew
            member.beginAsking(isNew: isNew)
            (member.connectionNumber, member.isDirty, member.needsCheck) = (connectionNumber, false, false)
            return (isNew, isCheck)
        }

        // MARK: - What to do next

        /// Returns the next action.
        mutating func next(at now: ContinuousClock.Instant) -> LoopAction {
            if let member = nextLeaving() { return .end(member) }
            if isEnding || members.isEmpty { return .finish }
            if let action = nextUntold() { return action }
            if !isConnected {
                if let nextAttempt, now < nextAttempt { return .wait(nextAttempt) }
                return .connect
            }
            if !isShared, members.count > 1 { return .connect }
            let check = nextCheck ?? now + Self.checkPause
            nextCheck = check <= now ? now + Self.checkPause : check
            if check <= now { return .check }
            makeDueReady(at: now)
            guard let member = nextReady() else { return .wait(min(nextDue ?? check, check)) }
            // On another connection, it has to begin, which needs no room.
            if !isNew(member), member.needsLook {
                (member.place, member.needsLook) = (.out, false)
                return .look(member)
            }
            member.place = .asking
            return .ask(member)
        }

        private mutating func makeDueReady(at now: ContinuousClock.Instant) {
            guard let due = nextDue, due <= now else { return }
            nextDue = nil
            for member in timed.members {
                guard case .timed(let time) = member.place else { continue }
                if time <= now { makeReady(member) } else { nextDue = min(nextDue ?? time, time) }
            }
        }

        private mutating func nextReady() -> LoopMember? { ready.isEmpty ? nil : ready.removeFirst() }

        /// Takes the next member if its request may be sent together with those of others.
        mutating func nextPlain() -> LoopMember? {
            guard let member = ready.first, isPlain(member), isNew(member) || !member.needsLook else { return nil }
            member.place = .asking
            return nextReady()
        }

        /// `true` if the request of a member may be sent together with those of others.
        func isPlain(_ member: LoopMember) -> Bool {
            let isNew = isNew(member)
            return (isNew || !member.needsCheck) && member.reader.isPlain(isNew: isNew)
        }

        /// `true` if a member has asked nothing on the present connection.
        private func isNew(_ member: LoopMember) -> Bool { member.connectionNumber != connectionNumber }

        /// Prepares a check, and returns members without room.
        /// Dirty idle members become ready. The next few others ask for the ends of their streams.
        mutating func nextRound() -> [LoopMember] {
            for member in round.members where member.place == .idle && member.isDirty { makeReady(member) }
            var roomless: [LoopMember] = [], count = 0
            for _ in round.members where count < Self.checkCount {
                roundIndex = (roundIndex + 1) % round.members.count
                let member = round.members[roundIndex]
                guard member.isParked, !member.isLeaving else { continue }
                count += 1
                if member.place == .idle {
                    member.needsCheck = true
                    makeReady(member)
                } else if member.needsLook {
                    roomless.append(member)
                }
            }
            return roomless
        }
    }
#endif

#if Relay

    /// Members of a ``ReadingLoop`` in no particular order.
    ///
    /// Each member stores its index, so that it can be removed in O(1).
    struct MemberList {

        private(set) var members: [LoopMember] = []
        private let index: ReferenceWritableKeyPath<LoopMember, Int>

        init(_ index: ReferenceWritableKeyPath<LoopMember, Int>) { self.index = index }

        mutating func append(_ member: LoopMember) {
            member[keyPath: index] = members.count
            members.append(member)
        }

        /// Removes a member that's in the list.
        mutating func remove(_ member: LoopMember) {
            let place = member[keyPath: index], last = members.removeLast()
            if last === member { return }
            members[place] = last
            last[keyPath: index] = place
        }
    }
#endif

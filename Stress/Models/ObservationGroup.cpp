// The flag of observations that end together, next to the flag of each one: Runtime/Observations/ObservationGroup.swift.
//
// planted: RELAXED_STORE, DATA RACE in Skipped: a thread that skips the handler doesn't see what was done before the end
// planted: RELAXED_LOAD, DATA RACE in Skipped: the same on the other side
// planted: RELAXED_MARK, USER ASSERT FAILED in AllAtOnce: one member is seen to have ended, and then another one calls the handler
// planted: RELAXED_LOOK, USER ASSERT FAILED in AllAtOnce: the same on the other side
// planted: MEMBER_FIRST, USER ASSERT FAILED in AllAtOnce: the same
// planted: GROUP_BY_FIRST_ONLY, USER ASSERT FAILED in StoppedTwice: the second thread that stops returns while other members are still called
// planted: START_UNCHECKED, USER ASSERT FAILED in LateMember: a member that is added during the end is registered forever
#include "Model.hpp"

struct Group {
    rl::atomic<int> ended;
    rl::atomic<int> endedMembers[2];

    void begin() {
        ended($).store(0, relaxed);
        for (auto& member : endedMembers) member($).store(0, relaxed);
    }

    bool hasEnded() { return ended($).load(PLANTED(RELAXED_LOAD) ? relaxed : acquiring); }

    void markEnded() { ended($).store(1, PLANTED(RELAXED_STORE) ? relaxed : releasing); }

    bool isEnded(int member) {
        return endedMembers[member]($).load(PLANTED(RELAXED_LOOK) ? relaxed : acquiring) || hasEnded();
    }

    bool markEnded(int member) {
        bool isMemberFirst = PLANTED(MEMBER_FIRST) || PLANTED(GROUP_BY_FIRST_ONLY);
        if (!isMemberFirst) markEnded();
        bool isFirst = !endedMembers[member]($).exchange(1, PLANTED(RELAXED_MARK) ? relaxed : acquiringAndReleasing);
        if (PLANTED(MEMBER_FIRST) || (PLANTED(GROUP_BY_FIRST_ONLY) && isFirst)) markEnded();
        return isFirst;
    }
};

// One thread notes something and ends the group. Another one delivers, and the handler isn't called. Then it can rely on
// the note.
struct Skipped : rl::test_suite<Skipped, 2> {
    Group group;
    rl::var<int> note;
    void before() { group.begin(); }

    void thread(unsigned thread) {
        if (thread == 0) {
            note($) = 1;
            group.markEnded();
        } else if (group.hasEnded()) {
            RL_ASSERT(note($) == 1);
        }
    }
};

// Two threads stop the same member. When any of them has returned, no other member calls the handler on it.
struct StoppedTwice : rl::test_suite<StoppedTwice, 2> {
    Group group;
    void before() { group.begin(); }

    void thread(unsigned) {
        group.markEnded(0);
        RL_ASSERT(group.isEnded(1));
    }
};

// One thread ends a member. Another one delivers a message of that member, finds it ended, and then one of another member.
struct AllAtOnce : rl::test_suite<AllAtOnce, 2> {
    Group group;
    void before() { group.begin(); }

    void thread(unsigned thread) {
        if (thread == 0) {
            group.markEnded(0);
        } else if (group.isEnded(0)) {
            RL_ASSERT(group.isEnded(1));
        }
    }
};

// One thread adds and starts a member while another one ends all. In the end, the office no longer knows that member.
struct LateMember : rl::test_suite<LateMember, 2> {
    Group group;
    rl::mutex members, office;
    rl::var<bool> isOver, isMember, isRegistered;

    void before() {
        group.begin();
        isOver($) = false;
        isMember($) = false;
        isRegistered($) = false;
    }

    void thread(unsigned thread) { thread == 0 ? addAndStart() : endAll(); }

    void addAndStart() {
        {
            Locked locked(members);
            if (isOver($)) return;
            isMember($) = true;
        }
        Locked locked(office);
        if (PLANTED(START_UNCHECKED) || !group.isEnded(1)) isRegistered($) = true;
    }

    void endAll() {
        group.markEnded();
        {
            Locked locked(members);
            isOver($) = true;
            if (!isMember($)) return;
        }
        if (!group.markEnded(1)) return;
        Locked locked(office);
        isRegistered($) = false;
    }

    void after() { RL_ASSERT(!isRegistered($)); }
};

RUN(HOLDS(Skipped) && HOLDS(StoppedTwice) && HOLDS(AllAtOnce) && HOLDS(LateMember))

// The flag of observations that end together, next to the flag of each one: Runtime/Companions.swift.
//
// planted: RELAXED_STORE, DATA RACE in Skipped: who is passed over doesn't see what was done before the end
// planted: RELAXED_LOAD, DATA RACE in Skipped: the same on the other side
// planted: RELAXED_MARK, USER ASSERT FAILED in AllAtOnce: one part is seen to be over, and then another one calls the handler
// planted: RELAXED_LOOK, USER ASSERT FAILED in AllAtOnce: the same on the other side
// planted: PART_FIRST, USER ASSERT FAILED in AllAtOnce: the same
// planted: WHOLE_BY_FIRST_ONLY, USER ASSERT FAILED in StoppedTwice: who stops second returns while other parts go on
// planted: START_UNCHECKED, USER ASSERT FAILED in LateMember: a part that is added during the end is registered forever
#include "Model.hpp"

struct Combination {
    rl::atomic<int> ending;
    rl::atomic<int> endingOfPart[2];

    void begin() {
        ending($).store(0, relaxed);
        for (auto& part : endingOfPart) part($).store(0, relaxed);
    }

    bool areEnded() { return ending($).load(PLANTED(RELAXED_LOAD) ? relaxed : acquiring); }

    void markAll() { ending($).store(1, PLANTED(RELAXED_STORE) ? relaxed : releasing); }

    bool isEnded(int part) {
        return endingOfPart[part]($).load(PLANTED(RELAXED_LOOK) ? relaxed : acquiring) || areEnded();
    }

    bool mark(int part) {
        bool isPartFirst = PLANTED(PART_FIRST) || PLANTED(WHOLE_BY_FIRST_ONLY);
        if (!isPartFirst) markAll();
        bool isFirst = !endingOfPart[part]($).exchange(1, PLANTED(RELAXED_MARK) ? relaxed : acquiringAndReleasing);
        if (PLANTED(PART_FIRST) || (PLANTED(WHOLE_BY_FIRST_ONLY) && isFirst)) markAll();
        return isFirst;
    }
};

// One thread notes something and ends all parts. Another one delivers, and the handler isn't called. Then it can rely on
// the note.
struct Skipped : rl::test_suite<Skipped, 2> {
    Combination combination;
    rl::var<int> note;
    void before() { combination.begin(); }

    void thread(unsigned thread) {
        if (thread == 0) {
            note($) = 1;
            combination.markAll();
        } else if (combination.areEnded()) {
            RL_ASSERT(note($) == 1);
        }
    }
};

// Two threads stop the same part. When any of them has returned, no other part calls the handler on it.
struct StoppedTwice : rl::test_suite<StoppedTwice, 2> {
    Combination combination;
    void before() { combination.begin(); }

    void thread(unsigned) {
        combination.mark(0);
        RL_ASSERT(combination.isEnded(1));
    }
};

// One thread ends a part. Another one delivers a message of that part, finds it ended, and then one of another part.
struct AllAtOnce : rl::test_suite<AllAtOnce, 2> {
    Combination combination;
    void before() { combination.begin(); }

    void thread(unsigned thread) {
        if (thread == 0) {
            combination.mark(0);
        } else if (combination.isEnded(0)) {
            RL_ASSERT(combination.isEnded(1));
        }
    }
};

// One thread adds and starts a part while another one ends all. In the end, the office doesn't know that part any more.
struct LateMember : rl::test_suite<LateMember, 2> {
    Combination combination;
    rl::mutex members, office;
    rl::var<bool> isOver, isMember, isRegistered;

    void before() {
        combination.begin();
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
        if (PLANTED(START_UNCHECKED) || !combination.isEnded(1)) isRegistered($) = true;
    }

    void endAll() {
        combination.markAll();
        {
            Locked locked(members);
            isOver($) = true;
            if (!isMember($)) return;
        }
        if (!combination.mark(1)) return;
        Locked locked(office);
        isRegistered($) = false;
    }

    void after() { RL_ASSERT(!isRegistered($)); }
};

RUN(HOLDS(Skipped) && HOLDS(StoppedTwice) && HOLDS(AllAtOnce) && HOLDS(LateMember))

// The versions of variables that derived values depend on: Runtime/Derivation/ValueRecord.swift and Snapshot.swift.
//
// planted: NO_SECOND_LOOK, USER ASSERT FAILED in Together: a snapshot mixes an old value with a newer one
// planted: LOOK_EARLY, USER ASSERT FAILED in Together: the same
// planted: COUNT_LATE, USER ASSERT FAILED in Told: a thread knows of a change and believes an older result
// planted: RELEASING_COUNT, USER ASSERT FAILED in Crossed: two threads believe older results, each after a change
// planted: RELAXED_LOOK, USER ASSERT FAILED in Crossed: the same
// clean: RELAXED_COUNT in Together: the lock of the other variable orders it
// clean: RELAXED_COUNT in Told: the message orders it
// clean: RELAXED_LOOK in Together: the lock of the other variable orders it
#include "Model.hpp"

struct Variable {
    rl::mutex lock;
    rl::var<int> value;
    rl::atomic<int> version;

    void begin() {
        value($) = 0;
        version($).store(0, relaxed);
    }

    void countChange() {
        auto next = version($).load(relaxed) + 1;
        version($).store(
            next, PLANTED(RELAXED_COUNT) ? relaxed : PLANTED(RELEASING_COUNT) ? releasing : sequentiallyConsistent);
    }

    int look() { return version($).load(PLANTED(RELAXED_LOOK) ? relaxed : sequentiallyConsistent); }

    void set(int number) {
        Locked locked(lock);
        value($) = number;
        countChange();
    }
};

// One thread changes a variable and then another. A second one takes a snapshot of both.
struct Together : rl::test_suite<Together, 2> {
    Variable first, second;

    void before() {
        first.begin();
        second.begin();
    }

    void thread(unsigned thread) {
        if (thread == 0) {
            first.set(1);
            second.set(1);
        } else {
            snapshot();
        }
    }

    void snapshot() {
        int one, other, version;
        {
            Locked locked(first.lock);
            one = first.value($);
            version = first.look();
        }
        int early = first.look();
        {
            Locked locked(second.lock);
            other = second.value($);
        }
        int later = PLANTED(LOOK_EARLY) ? early : first.look();
        if (later == version || PLANTED(NO_SECOND_LOOK)) RL_ASSERT(!(one == 0 && other == 1));
    }
};

// A thread changes a variable and posts a message about that. Another one gets the message, and looks at the version that
// an older result was made of.
struct Told : rl::test_suite<Told, 2> {
    Variable variable;
    rl::atomic<int> message;

    void before() {
        variable.begin();
        message($).store(0, relaxed);
    }

    void thread(unsigned thread) {
        if (thread == 0) {
            Locked locked(variable.lock);
            variable.value($) = 1;
            if (!PLANTED(COUNT_LATE)) variable.countChange();
            message($).store(1, releasing);
            if (PLANTED(COUNT_LATE)) variable.countChange();
        } else if (message($).load(acquiring) == 1) {
            RL_ASSERT(variable.look() == 1);
        }
    }
};

// Two threads change a variable each, and then look at the version of the other, of which an older result was made. Changes
// and reads have one order, so one of them must find the new version.
struct Crossed : rl::test_suite<Crossed, 2> {
    Variable variables[2];
    rl::var<int> found[2];

    void before() {
        for (int index = 0; index < 2; index++) {
            variables[index].begin();
            found[index]($) = 0;
        }
    }

    void thread(unsigned thread) {
        variables[thread].set(1);
        found[thread]($) = variables[1 - thread].look();
    }

    void after() { RL_ASSERT(found[0]($) == 1 || found[1]($) == 1); }
};

RUN(HOLDS(Together) && HOLDS(Told) && HOLDS(Crossed))

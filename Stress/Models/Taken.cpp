// Whether something was taken out of an inbox and isn't done with, which is set under the lock of the lane and reset without it:
// Runtime/Lanes/Inbox.swift and Runtime/Lanes/BoundedInbox.swift.
//
// planted: RELAXED_RESET, DATA RACE in OneHandler: who reads that all is done may not see what the handler did
// planted: RELAXED_LOOK, DATA RACE in OneHandler: the same on the other side
// planted: SET_AFTER_UNLOCK, DATA RACE in OneHandler: a message is neither posted nor taken, and still to be handled
// planted: RESET_FIRST, DATA RACE in OneHandler: the handler runs when all seems done
#include "Model.hpp"

struct Inbox {
    rl::mutex lock;
    rl::var<int> posted;
    rl::atomic<int> hasTaken;

    void begin(int count) {
        posted($) = count;
        hasTaken($).store(0, relaxed);
    }

    // What the block on the lane does.
    void takePosted() {
        {
            Locked locked(lock);
            posted($) = 0;
            if (!PLANTED(SET_AFTER_UNLOCK)) hasTaken($).store(1, relaxed);
        }
        if (PLANTED(SET_AFTER_UNLOCK)) hasTaken($).store(1, relaxed);
    }

    void finish() { hasTaken($).store(0, PLANTED(RELAXED_RESET) ? relaxed : releasing); }

    // What someone does who ends the observation, or drains it.
    bool isBusy() { return hasTaken($).load(PLANTED(RELAXED_LOOK) ? relaxed : acquiring) != 0; }

    bool isFinished() {
        Locked locked(lock);
        return posted($) == 0 && !isBusy();
    }
};

// One thread handles a message. Another one frees what the handler uses as soon as all seems done.
struct OneHandler : rl::test_suite<OneHandler, 2> {
    Inbox inbox;
    rl::var<int> memory;
    void before() { inbox.begin(1); memory($) = 0; }

    void thread(unsigned thread) {
        if (thread == 0) {
            inbox.takePosted();
            if (PLANTED(RESET_FIRST)) inbox.finish();
            memory($) = 1;
            if (!PLANTED(RESET_FIRST)) inbox.finish();
        } else if (inbox.isFinished()) {
            memory($) = 2;
        }
    }
};

RUN(HOLDS(OneHandler))

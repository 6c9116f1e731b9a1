// The reference to an observer, which is set under a lock and read without it: Runtime/Observations/ObserverReference.swift.
//
// planted: SET_EACH_TIME, DATA RACE in Reference: a second start writes what the first observation reads
// planted: REGISTER_FIRST, DATA RACE in Reference: a delivery reads what isn't written yet
#include "Model.hpp"

// Two threads start observations of the same observer while a third one delivers.
struct Reference : rl::test_suite<Reference, 3> {
    rl::mutex receiver, office;
    rl::var<int> observer, address;
    rl::var<int> registered;
    void before() { observer($) = 0; address($) = 0; registered($) = 0; }

    void thread(unsigned thread) {
        if (thread == 2) return deliver();
        if (PLANTED(REGISTER_FIRST)) enlist();
        refer();
        if (!PLANTED(REGISTER_FIRST)) enlist();
    }

    void refer() {
        Locked locked(receiver);
        if (address($) != 0 && !PLANTED(SET_EACH_TIME)) return;
        address($) = 1;
        observer($) = 1;
    }

    void enlist() {
        Locked locked(office);
        registered($) = registered($) + 1;
    }

    void deliver() {
        {
            Locked locked(office);
            if (registered($) == 0) return;
        }
        RL_ASSERT(observer($) == 1);
    }
};

RUN(HOLDS(Reference))

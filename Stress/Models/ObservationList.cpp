// The list that is leased, and the flag that tells threads with a lease whether it's stale: ObservationList.swift and
// Registry.swift in Runtime/Observations.
//
// planted: REMOVE_LEASED, DATA RACE in Leased: what is being read is changed
// planted: READ_TO_CURRENT_END, DATA RACE in Leased: what is read goes further than the lease
// planted: PLAIN_FLAG, DATA RACE in Renewed: readers look at the flag without the lock
// planted: FLAG_LATE, USER ASSERT FAILED in Renewed: a reader that knows of an end keeps the ended observation
// planted: RESET_WHILE_LEASED, USER ASSERT FAILED in Renewed: the same, because of another reader
#include "Model.hpp"

struct ObservationList {
    rl::mutex lock;
    rl::var<int> slots[3];
    rl::var<int> end, leases;
    rl::var<bool> hasRetired;
    rl::atomic<int> stale;
    rl::var<int> plainFlag;

    void begin() {
        slots[0]($) = 1;
        slots[1]($) = 1;
        end($) = 2;
        leases($) = 0;
        hasRetired($) = false;
        stale($).store(0, relaxed);
        plainFlag($) = 0;
    }

    bool isStale() {
        if (PLANTED(PLAIN_FLAG)) return plainFlag($);
        return stale($).load(relaxed);
    }

    void setStale(bool value) {
        if (PLANTED(PLAIN_FLAG)) plainFlag($) = value;
        stale($).store(value, relaxed);
    }

    // Begins a lease and returns how far the list may be read.
    int lease(bool* hasAll = nullptr) {
        Locked locked(lock);
        leases($) = leases($) + 1;
        if (hasAll != nullptr) *hasAll = slots[1]($) == 1 && !hasRetired($);
        return end($);
    }

    void endLease() {
        Locked locked(lock);
        leases($) = leases($) - 1;
        if (PLANTED(RESET_WHILE_LEASED)) setStale(false);
        if (leases($) > 0 || !hasRetired($)) return;
        hasRetired($) = false;
        remove();
    }

    // Removes what is at the second slot.
    void remove() {
        slots[1]($) = 0;
        setStale(false);
    }

    void removeOrRetire() {
        Locked locked(lock);
        bool isLeased = leases($) > 0;
        if (!isLeased || PLANTED(REMOVE_LEASED)) return remove();
        hasRetired($) = true;
        if (!PLANTED(FLAG_LATE)) setStale(true);
    }

    void append() {
        Locked locked(lock);
        slots[2]($) = 1;
        end($) = 3;
    }
};

// One thread reads the list without the lock while others end and start.
struct Leased : rl::test_suite<Leased, 3> {
    ObservationList list;
    void before() { list.begin(); }

    void thread(unsigned thread) {
        if (thread == 1) return list.removeOrRetire();
        if (thread == 2) return list.append();
        int end = list.lease();
        if (PLANTED(READ_TO_CURRENT_END)) end = list.end($);
        for (int index = 0; index < end; ++index) (void)(int)list.slots[index]($);
        list.endLease();
    }
};

// While one thread reads the list, another one ends an observation and tells it so. Then it must know that it has to get
// a new lease, whatever leases a third thread begins and ends.
struct Renewed : rl::test_suite<Renewed, 3> {
    ObservationList list;
    rl::atomic<int> isTold;
    void before() { list.begin(); isTold($).store(0, relaxed); }

    void thread(unsigned thread) {
        if (thread == 1) {
            list.removeOrRetire();
            isTold($).store(1, releasing);
            if (PLANTED(FLAG_LATE)) list.setStale(true);
        } else if (thread == 2) {
            list.lease();
            list.endLease();
        } else {
            bool hasAll;
            list.lease(&hasAll);
            if (PLANTED(PLAIN_FLAG)) (void)list.isStale();
            if (hasAll && isTold($).load(acquiring)) RL_ASSERT(list.isStale());
            list.endLease();
        }
    }
};

RUN(HOLDS(Leased) && HOLDS(Renewed))

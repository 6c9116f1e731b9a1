// The roll that is lent, and the flag that tells its readers whether it's outdated: Runtime/Registry.swift.
//
// planted: REMOVE_LENT, DATA RACE in Lent: what is being read is changed
// planted: READ_TO_CURRENT_END, DATA RACE in Lent: what is read goes further than what was borrowed
// planted: PLAIN_FLAG, DATA RACE in Renewed: readers look at the flag without the lock
// planted: FLAG_LATE, USER ASSERT FAILED in Renewed: a reader who was told of an end keeps the ended observation
// planted: RESET_WHILE_LENT, USER ASSERT FAILED in Renewed: the same, because of another reader
#include "Model.hpp"

struct Roll {
    rl::mutex lock;
    rl::var<int> slots[3];
    rl::var<int> end, readers;
    rl::var<bool> hasLeaver;
    rl::atomic<int> outdated;
    rl::var<int> plainFlag;

    void begin() {
        slots[0]($) = 1;
        slots[1]($) = 1;
        end($) = 2;
        readers($) = 0;
        hasLeaver($) = false;
        outdated($).store(0, relaxed);
        plainFlag($) = 0;
    }

    bool isOutdated() {
        if (PLANTED(PLAIN_FLAG)) return plainFlag($);
        return outdated($).load(relaxed);
    }

    void setOutdated(bool value) {
        if (PLANTED(PLAIN_FLAG)) plainFlag($) = value;
        outdated($).store(value, relaxed);
    }

    // Returns how far the roll may be read.
    int lend(bool* hasAll = nullptr) {
        Locked locked(lock);
        readers($) = readers($) + 1;
        if (hasAll != nullptr) *hasAll = slots[1]($) == 1 && !hasLeaver($);
        return end($);
    }

    void takeBack() {
        Locked locked(lock);
        readers($) = readers($) - 1;
        if (PLANTED(RESET_WHILE_LENT)) setOutdated(false);
        if (readers($) > 0 || !hasLeaver($)) return;
        hasLeaver($) = false;
        remove();
    }

    // Removes what is at the second slot.
    void remove() {
        slots[1]($) = 0;
        setOutdated(false);
    }

    void leave() {
        Locked locked(lock);
        bool isLent = readers($) > 0;
        if (!isLent || PLANTED(REMOVE_LENT)) return remove();
        hasLeaver($) = true;
        if (!PLANTED(FLAG_LATE)) setOutdated(true);
    }

    void append() {
        Locked locked(lock);
        slots[2]($) = 1;
        end($) = 3;
    }
};

// One thread reads the roll without the lock while others end and start.
struct Lent : rl::test_suite<Lent, 3> {
    Roll roll;
    void before() { roll.begin(); }

    void thread(unsigned thread) {
        if (thread == 1) return roll.leave();
        if (thread == 2) return roll.append();
        int end = roll.lend();
        if (PLANTED(READ_TO_CURRENT_END)) end = roll.end($);
        for (int index = 0; index < end; ++index) (void)(int)roll.slots[index]($);
        roll.takeBack();
    }
};

// While one thread reads the roll, another one ends an observation and tells it so. Then it must know that it has to renew
// its reading, whatever a third thread borrows and gives back.
struct Renewed : rl::test_suite<Renewed, 3> {
    Roll roll;
    rl::atomic<int> isTold;
    void before() { roll.begin(); isTold($).store(0, relaxed); }

    void thread(unsigned thread) {
        if (thread == 1) {
            roll.leave();
            isTold($).store(1, releasing);
            if (PLANTED(FLAG_LATE)) roll.setOutdated(true);
        } else if (thread == 2) {
            roll.lend();
            roll.takeBack();
        } else {
            bool hasAll;
            roll.lend(&hasAll);
            if (PLANTED(PLAIN_FLAG)) (void)roll.isOutdated();
            if (hasAll && isTold($).load(acquiring)) RL_ASSERT(roll.isOutdated());
            roll.takeBack();
        }
    }
};

RUN(HOLDS(Lent) && HOLDS(Renewed))

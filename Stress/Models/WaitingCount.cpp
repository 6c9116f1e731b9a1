// The count of what waits and the number that someone waits for, which are read and written without a common lock:
// Runtime/Buffering/WaitingCount.swift.
//
// planted: RELEASING_COUNT, USER ASSERT FAILED in OneWaiter: both read what was there before, and nobody tells who waits
// planted: ACQUIRING_LOOK, USER ASSERT FAILED in OneWaiter: the same with the load behind that store
// planted: RELEASING_WANT, USER ASSERT FAILED in OneWaiter: the same on the other side
// planted: ACQUIRING_COUNT, USER ASSERT FAILED in OneWaiter: the same with the load behind that store
// planted: LOOK_FIRST, USER ASSERT FAILED in OneWaiter: who takes out looks before it counts
// planted: COUNT_FIRST, USER ASSERT FAILED in OneWaiter: who waits counts before it says what it wants
// planted: FIRST_WAITER_ONLY, USER ASSERT FAILED in TwoWaiters: who goes on leaves the next one behind
#include "Model.hpp"

struct WaitingCount {
    rl::atomic<int> taken;
    rl::atomic<int> wanted;

    void begin(int count) {
        taken($).store(count, relaxed);
        wanted($).store(0, relaxed);
    }

    // What the consumer does for each message that it takes out.
    bool publish(int count) {
        if (PLANTED(LOOK_FIRST)) {
            bool isWanted = count < wanted($).load(sequentiallyConsistent);
            taken($).store(count, sequentiallyConsistent);
            return isWanted;
        }
        taken($).store(count, PLANTED(RELEASING_COUNT) ? releasing : sequentiallyConsistent);
        return count < wanted($).load(PLANTED(ACQUIRING_LOOK) ? acquiring : sequentiallyConsistent);
    }

    // What someone who waits does, under the lock of the office.
    void want(int limit) { wanted($).store(limit, PLANTED(RELEASING_WANT) ? releasing : sequentiallyConsistent); }

    int count() { return taken($).load(PLANTED(ACQUIRING_COUNT) ? acquiring : sequentiallyConsistent); }
};

// An office with those who wait for room, in the order of asking.
struct Office {
    WaitingCount messages;
    rl::mutex lock;
    rl::var<int> limits[2];
    rl::var<int> waiterCount;
    rl::var<int> resumedCount;

    void begin(int count) {
        messages.begin(count);
        waiterCount($) = 0;
        resumedCount($) = 0;
    }

    void wait(int limit) {
        Locked locked(lock);
        int index = waiterCount($);
        limits[index]($) = limit;
        waiterCount($) = index + 1;
        resumeSatisfied();
    }

    void makeRoom() {
        Locked locked(lock);
        resumeSatisfied();
    }

    int firstLimit() { return resumedCount($) < waiterCount($) ? limits[resumedCount($)]($) : 0; }

    void resumeSatisfied() {
        while (resumedCount($) < waiterCount($)) {
            int limit = firstLimit(), count;
            if (PLANTED(COUNT_FIRST)) {
                count = messages.count();
                messages.want(limit);
            } else {
                messages.want(limit);
                count = messages.count();
            }
            if (count >= limit) return;
            resumedCount($) = resumedCount($) + 1;
            if (PLANTED(FIRST_WAITER_ONLY)) break;
        }
        if (firstLimit() == 0) messages.want(0);
    }

    void takeOut(int remaining) {
        if (messages.publish(remaining)) makeRoom();
    }
};

// One thread takes out the only message. Another one waits for that.
struct OneWaiter : rl::test_suite<OneWaiter, 2> {
    Office office;
    void before() { office.begin(1); }

    void thread(unsigned thread) {
        if (thread == 0) {
            office.takeOut(0);
        } else {
            office.wait(1);
        }
    }

    void after() { RL_ASSERT(office.resumedCount($) == 1); }
};

// One thread takes out two messages. Another one waits for one of them to be taken out, and then once more for both.
struct TwoMessages : rl::test_suite<TwoMessages, 2> {
    Office office;
    void before() { office.begin(2); }

    void thread(unsigned thread) {
        if (thread == 0) {
            office.takeOut(1);
            office.takeOut(0);
        } else {
            office.wait(2);
            office.wait(1);
        }
    }

    void after() { RL_ASSERT(office.resumedCount($) == 2); }
};

// One thread takes out the only message. Two others wait for that, one behind the other.
struct TwoWaiters : rl::test_suite<TwoWaiters, 3> {
    Office office;
    void before() { office.begin(1); }

    void thread(unsigned thread) {
        if (thread == 0) {
            office.takeOut(0);
        } else {
            office.wait(1);
        }
    }

    void after() { RL_ASSERT(office.resumedCount($) == 2); }
};

RUN(HOLDS(OneWaiter) && HOLDS(TwoMessages) && HOLDS(TwoWaiters))

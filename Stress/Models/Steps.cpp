// The progress of a consumer, for threads that wait for it or end its observation: Runtime/Buffering/Steps.swift.
//
// planted: RELEASING_STEP, USER ASSERT FAILED in OneWaiter: both read the old values, and the waiter isn't notified
// planted: ACQUIRING_ALARM, USER ASSERT FAILED in OneWaiter: both read the old values because of the load after that store
// planted: RELEASING_ALARM, USER ASSERT FAILED in OneWaiter: both read the old values because of the store of the other side
// planted: ACQUIRING_STEP, USER ASSERT FAILED in OneWaiter: both read the old values because of the load after that store
// planted: ALARM_FIRST, USER ASSERT FAILED in OneWaiter: the consumer looks for an alarm before it begins
// planted: COUNT_FIRST, USER ASSERT FAILED in OneWaiter: the waiter counts before it sets the alarm
// planted: ALARM_ONCE, USER ASSERT FAILED in LateMessage: the alarm was for fewer messages than have come in since, and isn't set again
// planted: FIRST_WAITER_ONLY, USER ASSERT FAILED in TwoWaiters: a waiter that resumes sets no alarm for the next one
// planted: RELEASING_STEP, DATA RACE in EndAndHandler: a handler begins unseen after the end
// planted: ACQUIRING_STEP, DATA RACE in EndAndHandler: a handler begins unseen because of the load of the step
// planted: ACQUIRING_MARK, DATA RACE in EndAndHandler: a handler begins unseen because of the mark of the end
// planted: ACQUIRING_LOOK, DATA RACE in EndAndHandler: a handler begins unseen because of the load of the mark
// planted: LOOK_FIRST, DATA RACE in EndAndHandler: the caller of the handler loads the mark before it stores the step
// planted: STEP_FIRST, DATA RACE in EndAndHandler: the ending thread loads the step before it sets the mark
// planted: EVEN_FIRST, DATA RACE in EndAndHandler: the handler runs when everything seems done
// planted: RELAXED_PAUSE, DATA RACE in Drained: a thread that reads that everything is done may not see what the handler did
// planted: RELEASING_PAUSE, USER ASSERT FAILED in PauseAndWait: the waiter waits for a handler that has returned, and isn't notified
// planted: ACQUIRING_ALARM, USER ASSERT FAILED in PauseAndWait: the waiter isn't notified because of the load after that store
// planted: RELEASING_ALARM, USER ASSERT FAILED in PauseAndWait: the waiter isn't notified because of the store of its own side
// planted: ACQUIRING_STEP, USER ASSERT FAILED in PauseAndWait: the waiter isn't notified because of the load after its own store
// planted: STEP_BEFORE_ALARM, USER ASSERT FAILED in PauseAndWait: the waiter loads the step before it sets the alarm
// planted: RETIRED_LATE, USER ASSERT FAILED in EndAndLetGo: the step is loaded before the mark is set, and the observation is kept forever
// planted: LOOK_EARLY, USER ASSERT FAILED in EndAndLetGo: the block loads the marks before it stores an even step
// planted: ACQUIRING_RETIREMENT, USER ASSERT FAILED in EndAndLetGo: the ending thread reads an old step
// planted: RELEASING_PAUSE, USER ASSERT FAILED in EndAndLetGo: the block reads old marks
// planted: UNLOCKED_RETIREMENT, USER ASSERT FAILED in EndAndLetGo: the block lets go before the office keeps the observation
// planted: RELAXED_RESET, DATA RACE in EndAndLeave: a thread that finds the mark reset doesn't see what the handler did
// planted: FORGETS_FIRST, USER ASSERT FAILED in EndAndLeave: the receiver is asked to forget before the mark is reset
#include "Model.hpp"

struct Steps {
    rl::atomic<int> step;
    rl::atomic<int> alarm;

    static constexpr int never = 1000;

    void prepare() {
        step($).store(0, relaxed);
        alarm($).store(never, relaxed);
    }

    int current() { return step($).load(PLANTED(ACQUIRING_STEP) ? acquiring : sequentiallyConsistent); }
    int begun() { return (current() + 1) / 2; }
    bool isOdd() { return current() % 2 != 0; }

    // The consumer calls this for each message.
    bool begin() {
        int next = (step($).load(relaxed) + 1) | 1;
        if (PLANTED(ALARM_FIRST)) {
            bool isAwaited = next >= alarm($).load(sequentiallyConsistent);
            step($).store(next, sequentiallyConsistent);
            return isAwaited;
        }
        return advance(next, PLANTED(RELEASING_STEP) ? releasing : sequentiallyConsistent);
    }

    // The consumer calls this when nothing is left to handle for now.
    bool finish() {
        auto order = PLANTED(RELAXED_PAUSE) ? relaxed : PLANTED(RELEASING_PAUSE) ? releasing : sequentiallyConsistent;
        return advance((step($).load(relaxed) + 1) & ~1, order);
    }

    bool advance(int next, rl::memory_order order) {
        step($).store(next, order);
        return next >= alarm($).load(PLANTED(ACQUIRING_ALARM) ? acquiring : sequentiallyConsistent);
    }

    void setAlarm(int step) { alarm($).store(step, PLANTED(RELEASING_ALARM) ? releasing : sequentiallyConsistent); }
};

// An office in which a thread waits until fewer messages wait in an inbox.
struct Office {
    Steps steps;
    rl::mutex lock, lane;
    rl::var<int> accepted;
    rl::var<int> waiterCount, resumedCount;

    void prepare(int count) {
        steps.prepare();
        accepted($) = count;
        waiterCount($) = 0;
        resumedCount($) = 0;
    }

    int acceptedNow() {
        Locked locked(lane);
        return accepted($);
    }

    // Waits until no message waits.
    void wait() {
        Locked locked(lock);
        waiterCount($) = waiterCount($) + 1;
        resumeSatisfied();
    }

    void makeRoom() {
        Locked locked(lock);
        resumeSatisfied();
        if (PLANTED(ALARM_ONCE)) steps.alarm($).store(Steps::never, sequentiallyConsistent);
    }

    void resumeSatisfied() {
        while (resumedCount($) < waiterCount($)) {
            int begun = PLANTED(COUNT_FIRST) ? steps.begun() : 0;
            steps.setAlarm(2 * acceptedNow() - 1);
            if (!PLANTED(COUNT_FIRST)) begun = steps.begun();
            if (acceptedNow() > begun) return;
            resumedCount($) = resumedCount($) + 1;
            if (PLANTED(FIRST_WAITER_ONLY)) return;
        }
    }

    void post() {
        Locked locked(lane);
        accepted($) = accepted($) + 1;
    }

    // Returns whether the consumer finds another message.
    bool take(int handled) {
        Locked locked(lane);
        return accepted($) > handled;
    }
};

// One thread handles the only message. Another one waits for that to begin.
struct OneWaiter : rl::test_suite<OneWaiter, 2> {
    Office office;
    void before() { office.prepare(1); }

    void thread(unsigned thread) {
        if (thread == 0) {
            if (office.steps.begin()) office.makeRoom();
        } else {
            office.wait();
        }
    }

    void after() { RL_ASSERT(office.resumedCount($) == office.waiterCount($)); }
};

// One thread handles the only message. Two others wait for that, one after the other.
struct TwoWaiters : rl::test_suite<TwoWaiters, 3> {
    Office office;
    void before() { office.prepare(1); }

    void thread(unsigned thread) {
        if (thread == 0) {
            if (office.steps.begin()) office.makeRoom();
        } else {
            office.wait();
        }
    }

    void after() { RL_ASSERT(office.resumedCount($) == 2); }
};

// One thread handles a message, and then another one that comes in while a thread waits.
struct LateMessage : rl::test_suite<LateMessage, 2> {
    Office office;
    void before() { office.prepare(1); }

    void thread(unsigned thread) {
        if (thread == 0) {
            office.post();
            for (int handled = 0; office.take(handled); ++handled) {
                if (office.steps.begin()) office.makeRoom();
            }
            office.steps.finish();
        } else {
            office.wait();
        }
    }

    void after() { RL_ASSERT(office.resumedCount($) == office.waiterCount($)); }
};

struct Observation {
    Steps steps;
    rl::atomic<int> marks;

    // The memory that its handler uses.
    rl::var<int> memory;

    void prepare() {
        steps.prepare();
        marks($).store(0, relaxed);
        memory($) = 0;
    }

    bool isEnded() { return marks($).load(PLANTED(ACQUIRING_LOOK) ? acquiring : sequentiallyConsistent) != 0; }
    void markEnded() { marks($).fetch_or(1, PLANTED(ACQUIRING_MARK) ? acquiring : sequentiallyConsistent); }
};

// One thread calls a handler. Another one ends the observation and frees the memory of the handler, if no handler runs.
struct EndAndHandler : rl::test_suite<EndAndHandler, 2> {
    Observation observation;
    void before() { observation.prepare(); }

    void thread(unsigned thread) {
        if (thread == 0) {
            bool wasEnded = PLANTED(LOOK_FIRST) && observation.isEnded();
            observation.steps.begin();
            if (PLANTED(EVEN_FIRST)) observation.steps.finish();
            if (PLANTED(LOOK_FIRST) ? !wasEnded : !observation.isEnded()) observation.memory($) = 1;
            if (!PLANTED(EVEN_FIRST)) observation.steps.finish();
        } else {
            bool wasHandling = PLANTED(STEP_FIRST) && observation.steps.isOdd();
            observation.markEnded();
            if (PLANTED(STEP_FIRST) ? !wasHandling : !observation.steps.isOdd()) observation.memory($) = 2;
        }
    }
};

// One thread handles a message. Another one frees the memory of the handler as soon as everything is done.
struct Drained : rl::test_suite<Drained, 2> {
    Observation observation;
    void before() { observation.prepare(); }

    void thread(unsigned thread) {
        if (thread == 0) {
            observation.steps.begin();
            observation.memory($) = 1;
            observation.steps.finish();
        } else if (observation.steps.current() >= 2) {
            observation.memory($) = 2;
        }
    }
};

// One thread's handler returns. Another thread waits for that unless it has happened, and is notified by the first one.
struct PauseAndWait : rl::test_suite<PauseAndWait, 2> {
    Steps steps;
    rl::mutex lane;
    rl::var<bool> isWaiting;

    void before() {
        steps.prepare();
        isWaiting($) = false;
    }

    void thread(unsigned thread) {
        if (thread == 0) {
            steps.begin();
            if (steps.finish()) {
                Locked locked(lane);
                isWaiting($) = false;
            }
        } else {
            Locked locked(lane);
            bool wasDone = PLANTED(STEP_BEFORE_ALARM) && steps.current() >= 2;
            isWaiting($) = true;
            steps.setAlarm(2);
            if (PLANTED(STEP_BEFORE_ALARM) ? wasDone : steps.current() >= 2) isWaiting($) = false;
        }
    }

    void after() { RL_ASSERT(!isWaiting($)); }
};

// One thread's handler returns. Another thread has ended the observation. The office keeps it as long as its handler runs.
struct EndAndLetGo : rl::test_suite<EndAndLetGo, 2> {
    static constexpr int ended = 1, retired = 2;

    Steps steps;
    rl::atomic<int> marks;
    rl::mutex lock;
    rl::var<bool> isKept;

    void before() {
        steps.prepare();
        marks($).store(0, relaxed);
        isKept($) = false;
    }

    int look() { return marks($).load(sequentiallyConsistent); }

    void retire() {
        bool wasOdd = PLANTED(RETIRED_LATE) && steps.isOdd();
        marks($).fetch_or(retired, PLANTED(ACQUIRING_RETIREMENT) ? acquiring : sequentiallyConsistent);
        if (PLANTED(RETIRED_LATE) ? wasOdd : steps.isOdd()) {
            isKept($) = true;
        } else {
            marks($).fetch_and(~retired, releasing);
        }
    }

    void thread(unsigned thread) {
        if (thread == 0) {
            steps.begin();
            bool wasRetired = PLANTED(LOOK_EARLY) && (look() & retired) != 0;
            steps.finish();
            if (PLANTED(LOOK_EARLY) ? wasRetired : (look() & retired) != 0) {
                {
                    Locked locked(lock);
                    isKept($) = false;
                }
                marks($).fetch_and(~retired, releasing);
            }
        } else {
            marks($).fetch_or(ended, sequentiallyConsistent);
            if (PLANTED(UNLOCKED_RETIREMENT)) {
                marks($).fetch_or(retired, sequentiallyConsistent);
                bool isOdd = steps.isOdd();
                Locked locked(lock);
                isKept($) = isOdd;
            } else {
                Locked locked(lock);
                retire();
            }
        }
    }

    void after() { RL_ASSERT(!isKept($)); }
};

// One thread has ended an observation that is retired. Another thread has run the handler, and lets go of it. Each removes it from the
// receiver unless it's retired. A thread that removes it doesn't wait for the handler, and may use what the handler used.
struct EndAndLeave : rl::test_suite<EndAndLeave, 2> {
    rl::atomic<int> marks;
    rl::mutex receiver;
    rl::var<bool> isThere;
    rl::var<int> handled;

    void before() {
        marks($).store(1, relaxed);
        isThere($) = true;
        handled($) = 0;
    }

    void remove() {
        Locked locked(receiver);
        if (marks($).load(sequentiallyConsistent) != 0) return;
        isThere($) = false;
        RL_ASSERT(handled($) == 1);
    }

    void thread(unsigned thread) {
        if (thread == 0) {
            handled($) = 1;
            if (PLANTED(FORGETS_FIRST)) remove();
            marks($).fetch_and(0, PLANTED(RELAXED_RESET) ? relaxed : releasing);
            if (!PLANTED(FORGETS_FIRST)) remove();
        } else {
            remove();
        }
    }

    void after() { RL_ASSERT(!isThere($)); }
};

RUN(HOLDS(OneWaiter) && HOLDS(TwoWaiters) && HOLDS(LateMessage) && HOLDS(EndAndHandler) && HOLDS(Drained) && HOLDS(PauseAndWait)
    && HOLDS(EndAndLetGo) && HOLDS(EndAndLeave))

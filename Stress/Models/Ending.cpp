// The marks of an observation, whether it has ended and whether its calls are counted: Runtime/Observations/AnyObservation.swift.
//
// planted: RELAXED_MARK, DATA RACE in Skipped: a thread that skips the handler doesn't see what was done before the end
// planted: ACQUIRING_MARK, DATA RACE in Skipped: the same, since it's the releasing half that publishes
// planted: RELAXED_LOOK, DATA RACE in Skipped: the same on the other side
// planted: RELEASING_MARK, DATA RACE in EndedTwice: the second thread that ends it doesn't see what was done before the first end
// planted: LOOK_AND_STORE, USER ASSERT FAILED in EndedTwice: as two steps, both clean up
// planted: RELAXED_CLIENT, USER ASSERT FAILED in Told: a client that learns of an end by a relaxed load can be called once more
// planted: MARK_AFTER_UNLOCK, USER ASSERT FAILED in StoppedTwice: the second observer that stops finds nothing, and is called nevertheless
// planted: UNREGISTER_BEFORE_MARK, USER ASSERT FAILED in StartAndEnd: what has ended is registered forever
// planted: START_UNCHECKED, USER ASSERT FAILED in StartAndEnd: the same
// planted: RELAXED_PROBE, DATA RACE in Probed: whoever calls the handler doesn't see the probe
// planted: MARK_BEFORE_PROBE, DATA RACE in Probed: the same
// planted: STORED_MARKS, USER ASSERT FAILED in Probed: an observation that has ended is alive again
// planted: DROP_WHILE_DELIVERING, DATA RACE in Unprobed: the probe is gone while the handler uses it
// clean: RELAXED_DROP in Unprobed: the lock has ordered it
#include "Model.hpp"

constexpr int endedMark = 1, probedMark = 2;

struct Observation {
    rl::atomic<int> marks;

    // These stand for the address and the content of the probe. Without a probe, they're 0.
    rl::var<int> probe;

    void begin() { marks($).store(0, relaxed); probe($) = 0; }

    int look() { return marks($).load(PLANTED(RELAXED_LOOK) ? relaxed : acquiring); }

    bool isEnded() { return (look() & endedMark) != 0; }

    bool markEnded() {
        if (PLANTED(LOOK_AND_STORE)) {
            bool isFirst = !isEnded();
            marks($).store(endedMark, releasing);
            return isFirst;
        }
        auto order = PLANTED(RELAXED_MARK)     ? relaxed
                     : PLANTED(ACQUIRING_MARK) ? acquiring
                     : PLANTED(RELEASING_MARK) ? releasing
                                               : acquiringAndReleasing;
        return (marks($).fetch_or(endedMark, order) & endedMark) == 0;
    }

    void beginWatching() {
        if (!PLANTED(MARK_BEFORE_PROBE)) probe($) = 1;
        if (PLANTED(STORED_MARKS)) {
            marks($).store(probedMark, releasing);
        } else {
            marks($).fetch_or(probedMark, PLANTED(RELAXED_PROBE) ? relaxed : releasing);
        }
        if (PLANTED(MARK_BEFORE_PROBE)) probe($) = 1;
    }

    void endWatching() {
        marks($).fetch_and(~probedMark, PLANTED(RELAXED_DROP) ? relaxed : releasing);
        probe($) = 0;
    }

    void handle() {
        if (look() & probedMark) RL_ASSERT(probe($) == 1);
    }
};

// One thread notes something and ends the observation. Another one delivers, and its handler isn't called. Then it can rely
// on the note.
struct Skipped : rl::test_suite<Skipped, 2> {
    Observation observation;
    rl::var<int> note;
    void before() { observation.begin(); }

    void thread(unsigned thread) {
        if (thread == 0) {
            note($) = 1;
            observation.markEnded();
        } else if (observation.isEnded()) {
            RL_ASSERT(note($) == 1);
        }
    }
};

// Two threads note something and end the same observation. One of them cleans up, and the other one can rely on the note.
struct EndedTwice : rl::test_suite<EndedTwice, 2> {
    Observation observation;
    rl::var<int> notes[2];
    int cleanups;
    void before() { observation.begin(); cleanups = 0; }

    void thread(unsigned thread) {
        notes[thread]($) = 1;
        if (observation.markEnded()) {
            cleanups += 1;
        } else if (!PLANTED(LOOK_AND_STORE)) {
            RL_ASSERT(notes[1 - thread]($) == 1);
        }
    }

    void after() { RL_ASSERT(cleanups == 1); }
};

// One thread ends the observation and tells another one, which then delivers: no handler begins.
struct Told : rl::test_suite<Told, 2> {
    Observation observation;
    rl::atomic<int> isTold;
    void before() { observation.begin(); isTold($).store(0, relaxed); }

    void thread(unsigned thread) {
        if (thread == 0) {
            observation.markEnded();
            isTold($).store(1, PLANTED(RELAXED_CLIENT) ? relaxed : releasing);
        } else if (isTold($).load(PLANTED(RELAXED_CLIENT) ? relaxed : acquiring)) {
            RL_ASSERT(observation.isEnded());
        }
    }
};

// Two threads stop the same observer. When any of them has returned, no handler begins on it, also if it found nothing.
struct StoppedTwice : rl::test_suite<StoppedTwice, 2> {
    Observation observation;
    rl::mutex receiver;
    rl::var<bool> isKnown;
    void before() { observation.begin(); isKnown($) = true; }

    void thread(unsigned) {
        bool isOurs = false;
        {
            Locked locked(receiver);
            if (isKnown($)) {
                if (!PLANTED(MARK_AFTER_UNLOCK)) observation.markEnded();
                isKnown($) = false;
                isOurs = true;
            }
        }
        if (PLANTED(MARK_AFTER_UNLOCK) && isOurs) observation.markEnded();
        RL_ASSERT(observation.isEnded());
    }
};

// One thread starts the observation while two others end it. In the end, the office no longer knows it.
struct StartAndEnd : rl::test_suite<StartAndEnd, 3> {
    Observation observation;
    rl::mutex office;
    rl::var<bool> isRegistered;
    void before() { observation.begin(); isRegistered($) = false; }

    void thread(unsigned thread) {
        if (thread == 0) {
            Locked locked(office);
            if (PLANTED(START_UNCHECKED) || !observation.isEnded()) isRegistered($) = true;
        } else if (PLANTED(UNREGISTER_BEFORE_MARK)) {
            unregister();
            observation.markEnded();
        } else if (observation.markEnded()) {
            unregister();
        }
    }

    void unregister() {
        Locked locked(office);
        isRegistered($) = false;
    }

    void after() { RL_ASSERT(!isRegistered($)); }
};

// One thread begins to watch the observation, another one calls its handler, and a third one ends it. In the end, both marks
// are there.
struct Probed : rl::test_suite<Probed, 3> {
    Observation observation;
    void before() { observation.begin(); }

    void thread(unsigned thread) {
        if (thread == 0) {
            observation.beginWatching();
        } else if (thread == 1) {
            observation.handle();
        } else {
            observation.markEnded();
        }
    }

    void after() { RL_ASSERT(observation.look() == (endedMark | probedMark)); }
};

// One thread stops watching, under the lock of the office, unless a handler may be running. Another one calls the handler
// without the lock, but goes on and off duty under it.
struct Unprobed : rl::test_suite<Unprobed, 2> {
    Observation observation;
    rl::mutex office;
    rl::var<bool> isDelivering;

    void before() {
        observation.begin();
        observation.beginWatching();
        isDelivering($) = false;
    }

    void thread(unsigned thread) {
        if (thread == 0) {
            Locked locked(office);
            if (!isDelivering($) || PLANTED(DROP_WHILE_DELIVERING)) observation.endWatching();
        } else {
            setDelivering(true);
            observation.handle();
            setDelivering(false);
        }
    }

    void setDelivering(bool value) {
        Locked locked(office);
        isDelivering($) = value;
    }
};

RUN(HOLDS(Skipped) && HOLDS(EndedTwice) && HOLDS(Told) && HOLDS(StoppedTwice) && HOLDS(StartAndEnd) && HOLDS(Probed)
    && HOLDS(Unprobed))

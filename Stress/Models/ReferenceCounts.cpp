// The reference counts of an observer, as the runtime of Swift has them and the library relies on them:
// Runtime/Observations/ObserverPin.swift and Runtime/Observations/ObserverReference.swift.
//
// All orderings are those of the runtime, but for one: there, the release of an unowned reference is relaxed, as with
// RELAXED_UNOWNED. Here it acquires and releases, so that more than that can be found.
//
// planted: PLAIN_RETAIN, DATA RACE in Handled: a delivery retains an observer whose end has begun, and calls the handler
// planted: LATE_MARK, DATA RACE in Handled: the same, between the last release and the mark, and the observer ends twice
// planted: RELAXED_RELEASE, DATA RACE in Handled: the end of the observer comes while a handler still reads it
// planted: NO_FENCE, DATA RACE in Handled: the same on the other side
// planted: NO_UNOWNED, DATA RACE in Died: a delivery looks for the counts in memory that's free
// planted: NOT_KEPT, DATA RACE in Died: the same, since the unowned reference goes while a delivery needs it
// planted: RELAXED_UNOWNED, DATA RACE in Died: the thread that frees the memory isn't ordered after the threads that used it
#include "Model.hpp"

// The counts are in one word: unowned references, whether the end of the observer has begun, and strong references. Until that
// end is over, the observer itself has one of the unowned references.
constexpr int unownedOne = 1, dyingMark = 4, strongOne = 8;

struct Observer {
    rl::atomic<int> counts;

    // These stand for the properties of the observer, and for its memory. When they're gone, they're 0.
    rl::var<int> properties, memory;

    void begin() {
        int unowned = PLANTED(NO_UNOWNED) ? unownedOne : 2 * unownedOne;
        counts($).store(strongOne + unowned, relaxed);
        properties($) = 1;
        memory($) = 1;
    }

    // Each operation begins with this. The counts are in the memory of the observer, so that must still be there.
    int load() {
        RL_ASSERT(memory($) == 1);
        return counts($).load(relaxed);
    }

    bool exchange(int& old, int replacement, rl::memory_order order) {
        return counts($).compare_exchange_strong(old, replacement, order, relaxed);
    }

    bool tryRetain() {
        auto old = load();
        do {
            if ((old & dyingMark) != 0 && !PLANTED(PLAIN_RETAIN)) return false;
        } while (!exchange(old, old + strongOne, relaxed));
        return true;
    }

    // Releases a strong reference. The last one ends the observer.
    bool release() {
        auto old = load();
        for (;;) {
            bool isLast = old / strongOne == 1 && (old & dyingMark) == 0;
            auto replacement = old - strongOne;
            if (isLast && !PLANTED(LATE_MARK)) replacement |= dyingMark;
            if (!exchange(old, replacement, PLANTED(RELAXED_RELEASE) ? relaxed : releasing)) continue;
            if (!isLast) return false;
            if (PLANTED(LATE_MARK)) counts($).fetch_or(dyingMark, releasing);
            if (!PLANTED(NO_FENCE)) rl::atomic_thread_fence(acquiring, $);
            properties($) = 0;
            return true;
        }
    }

    // Releases an unowned reference. The last one frees the memory.
    void releaseUnowned() {
        auto old = load();
        while (!exchange(old, old - unownedOne, PLANTED(RELAXED_UNOWNED) ? relaxed : acquiringAndReleasing)) {}
        if (old % dyingMark == unownedOne) memory($) = 0;
    }

    // The steps of a delivery with the observer. Returns whether it ended the observer.
    bool handle() {
        if (!tryRetain()) return false;
        RL_ASSERT(properties($) == 1);
        return release();
    }
};

// One thread calls a handler, another one is in a handler of the same observer already, at another observable, and a third one
// releases the observer. The memory stays.
struct Handled : rl::test_suite<Handled, 3> {
    Observer observer;

    void before() {
        observer.begin();
        observer.tryRetain();
    }

    void thread(unsigned thread) {
        if (thread == 0) {
            observer.handle();
        } else {
            if (thread == 1) RL_ASSERT(observer.properties($) == 1);
            observer.release();
        }
    }

    void after() { RL_ASSERT(observer.properties($) == 0); }
};

// An observation, in which the state of the receiver is included, and with that the unowned reference to the observer.
struct Observation {
    Observer observer;
    rl::mutex office;
    rl::var<bool> isRegistered;

    // The registry keeps the observation, and so does each delivery.
    rl::atomic<int> references;

    void begin() {
        observer.begin();
        isRegistered($) = true;
        references($).store(1, relaxed);
    }

    void release() {
        if (references($).fetch_sub(1, releasing) > 1) return;
        rl::atomic_thread_fence(acquiring, $);
        if (!PLANTED(NO_UNOWNED)) observer.releaseUnowned();
    }

    bool take() {
        Locked locked(office);
        if (!isRegistered($)) return false;
        if (!PLANTED(NOT_KEPT)) references($).fetch_add(1, relaxed);
        return true;
    }

    bool remove() {
        Locked locked(office);
        bool wasRegistered = isRegistered($);
        isRegistered($) = false;
        return wasRegistered;
    }

    void after() { RL_ASSERT(observer.properties($) == 0 && observer.memory($) == 0); }
};

// One thread delivers, and another one releases the observer. When the observer dies, it ends the observation.
struct Died : rl::test_suite<Died, 2> {
    Observation observation;
    void before() { observation.begin(); }

    void thread(unsigned thread) {
        if (thread == 0) {
            if (!observation.take()) return;
            if (observation.observer.handle()) end();
            if (!PLANTED(NOT_KEPT)) observation.release();
        } else if (observation.observer.release()) {
            end();
        }
    }

    void end() {
        if (observation.remove()) observation.release();
        observation.observer.releaseUnowned();
    }

    void after() { observation.after(); }
};

// One thread has begun to deliver. Another one has removed the observation, and a third one releases the observer.
struct Ended : rl::test_suite<Ended, 3> {
    Observation observation;

    void before() {
        observation.begin();
        observation.take();
        observation.remove();
    }

    void thread(unsigned thread) {
        bool isDead = false;
        if (thread == 0) isDead = observation.observer.handle();
        if (thread == 2) isDead = observation.observer.release();
        if (isDead) observation.observer.releaseUnowned();
        if (thread == 1 || (thread == 0 && !PLANTED(NOT_KEPT))) observation.release();
    }

    void after() { observation.after(); }
};

RUN(HOLDS(Handled) && HOLDS(Died) && HOLDS(Ended))

// The address of a state that is created when a thread needs it first, and the fences around it:
// Runtime/Locking/LazyProtected.swift.
//
// planted: RELAXED_LOAD, DATA RACE in Publication: a thread that finds the state may see it before it was written
// planted: RELAXED_SUCCESS, DATA RACE in Publication: the creator doesn't publish what it wrote
// planted: RELAXED_FAILURE NO_FENCE_AFTER_CREATION, DATA RACE in Publication: the second thread may see the state of the first one too early
// planted: STORE_ADDRESS, USER ASSERT FAILED in Publication: without the exchange, there are two states
// planted: RELAXED_CONSTANT, DATA RACE in Constant: what never changes may be read before it was written
// planted: NO_FENCE_BEFORE_LOOK, USER ASSERT FAILED in CreatorReads: a sender finds no state, its starter reads the old value
// planted: NO_LOOK_AFTER_FENCE, USER ASSERT FAILED in CreatorReads: it's the second look that the fence is for
// planted: NO_FENCE_AFTER_CREATION, USER ASSERT FAILED in CreatorReads: as without the fence before the look
// planted: NO_FENCE_AFTER_FINDING, USER ASSERT FAILED in FinderReads: a starter that didn't create the state reads the old value, and the sender finds no state
// clean: NO_LOOK_BEFORE_FENCE in FinderReads: the first look only saves the fence for senders that find the state
// clean: RELAXED_FAILURE in Publication: the fence after it acquires, too
// clean: RELAXED_DEATH in Death: the thread that releases the last reference comes after all others
// clean: RELAXED_CERTAINTY in Certainty: a thread that relies on the state comes after its creation
// clean: RELEASING_SUCCESS in Constant: the thread that creates the state has nothing to acquire from the address
// clean: NO_FENCE_BEFORE_LOOK NO_FENCE_AFTER_CREATION NO_FENCE_AFTER_FINDING in LockedValue: locks around values need no fence
#include "Model.hpp"

struct State {
    rl::var<int> constant;
    rl::var<int> count;
    rl::mutex lock;
};

struct LazyProtected {
    rl::atomic<State*> address;
    State states[3];

    void begin() { address($).store(nullptr, relaxed); }

    // The steps of a sender.
    State* find() {
        auto found = PLANTED(NO_LOOK_BEFORE_FENCE) ? nullptr : address($).load(PLANTED(RELAXED_LOAD) ? relaxed : acquiring);
        return found != nullptr ? found : addressAfterFence();
    }

    State* addressAfterFence() {
        if (!PLANTED(NO_FENCE_BEFORE_LOOK)) rl::atomic_thread_fence(sequentiallyConsistent, $);
        if (PLANTED(NO_LOOK_AFTER_FENCE)) return nullptr;
        return address($).load(PLANTED(RELAXED_LOAD) ? relaxed : acquiring);
    }

    // The steps of a thread that starts an observation.
    State* findOrCreate(unsigned thread) {
        auto found = address($).load(PLANTED(RELAXED_LOAD) ? relaxed : acquiring);
        if (found == nullptr) return create(thread);
        if (!PLANTED(NO_FENCE_AFTER_FINDING)) rl::atomic_thread_fence(sequentiallyConsistent, $);
        return found;
    }

    State* create(unsigned thread) {
        auto state = &states[thread];
        state->constant($) = 7;
        state->count($) = 0;
        if (PLANTED(STORE_ADDRESS)) {
            address($).store(state, releasing);
            return state;
        }
        State* theirs = nullptr;
        auto success = PLANTED(RELAXED_SUCCESS) ? acquiring : PLANTED(RELEASING_SUCCESS) ? releasing : acquiringAndReleasing;
        auto failure = PLANTED(RELAXED_FAILURE) || PLANTED(RELEASING_SUCCESS) ? relaxed : acquiring;
        bool isOurs = address($).compare_exchange_strong(theirs, state, success, failure);
        if (!PLANTED(NO_FENCE_AFTER_CREATION)) rl::atomic_thread_fence(sequentiallyConsistent, $);
        return isOurs ? state : theirs;
    }

    // The lock is plain memory, too, before it's created. The constant stands for that.
    static void useLocked(State* state) {
        RL_ASSERT(state->constant($) == 7);
        Locked lock(state->lock);
        state->count($) = state->count($) + 1;
    }
};

// One thread creates the state, another one creates it at the same time or looks whether it's there.
struct Publication : rl::test_suite<Publication, 2> {
    LazyProtected lazy;
    int uses;
    void before() { lazy.begin(); uses = 0; }

    void thread(unsigned thread) {
        auto state = thread == 0 || rl::rand(2) == 0 ? lazy.findOrCreate(thread) : lazy.find();
        if (state == nullptr) return;
        LazyProtected::useLocked(state);
        uses += 1;
    }

    void after() { RL_ASSERT(lazy.address($).load(relaxed)->count($) == uses); }
};

// One thread creates the state, another one reads what never changes in it, without the lock.
struct Constant : rl::test_suite<Constant, 2> {
    LazyProtected lazy;
    void before() { lazy.begin(); }

    void thread(unsigned thread) {
        if (thread == 0) {
            lazy.findOrCreate(thread);
        } else if (auto state = lazy.address($).load(PLANTED(RELAXED_CONSTANT) ? relaxed : acquiring)) {
            RL_ASSERT(state->constant($) == 7);
        }
    }
};

// One thread has created or found the state. It hands its duty to another one, which then is sure of the state.
struct Certainty : rl::test_suite<Certainty, 3> {
    LazyProtected lazy;
    rl::atomic<int> isHandedOver;
    void before() { lazy.begin(); isHandedOver($).store(0, relaxed); }

    void thread(unsigned thread) {
        if (thread < 2) {
            lazy.findOrCreate(thread);
            if (thread == 0) isHandedOver($).store(1, releasing);
        } else if (isHandedOver($).load(acquiring)) {
            auto state = lazy.address($).load(PLANTED(RELAXED_CERTAINTY) ? relaxed : acquiring);
            RL_ASSERT(state != nullptr);
            LazyProtected::useLocked(state);
        }
    }
};

// Two threads let go of an office. The last one looks at the address to release the state.
struct Death : rl::test_suite<Death, 2> {
    LazyProtected lazy;
    rl::atomic<int> references;
    void before() { lazy.begin(); references($).store(2, relaxed); }

    void thread(unsigned thread) {
        lazy.findOrCreate(thread);
        if (references($).fetch_sub(1, acquiringAndReleasing) > 1) return;
        auto state = lazy.address($).load(PLANTED(RELAXED_DEATH) ? relaxed : acquiring);
        RL_ASSERT(state != nullptr);
        state->constant($) = 0;
    }
};

// One thread writes a value and sends. Another one starts as the first, creates the state, and then reads the value. Either
// the message finds the state, or the starter reads the new value.
struct CreatorReads : rl::test_suite<CreatorReads, 2> {
    LazyProtected lazy;
    rl::atomic<int> value;
    bool isSent;
    int seen;
    void before() { lazy.begin(); value($).store(0, relaxed); }

    void thread(unsigned thread) {
        if (thread == 0) {
            value($).store(1, relaxed);
            isSent = lazy.find() != nullptr;
        } else {
            lazy.findOrCreate(thread);
            seen = value($).load(relaxed);
        }
    }

    void after() { RL_ASSERT(isSent || seen == 1); }
};

// One sender and two starters. The second one may find the state of the first one, which says nothing about the value.
struct FinderReads : rl::test_suite<FinderReads, 3> {
    LazyProtected lazy;
    rl::atomic<int> value;
    bool isSent;
    int seen;
    void before() { lazy.begin(); value($).store(0, relaxed); }

    void thread(unsigned thread) {
        if (thread == 0) {
            value($).store(1, relaxed);
            isSent = lazy.find() != nullptr;
        } else {
            lazy.findOrCreate(thread);
            if (thread == 2) seen = value($).load(relaxed);
        }
    }

    void after() { RL_ASSERT(isSent || seen == 1); }
};

// One sender and one starter, with a value that is behind a lock, like those of variables.
struct LockedValue : rl::test_suite<LockedValue, 3> {
    LazyProtected lazy;
    rl::mutex lock;
    rl::var<int> value;
    bool isSent;
    int seen;
    void before() { lazy.begin(); value($) = 0; }

    void thread(unsigned thread) {
        if (thread == 0) {
            Locked locked(lock);
            value($) = 1;
            isSent = lazy.find() != nullptr;
        } else {
            lazy.findOrCreate(thread);
            if (thread == 1) return;
            Locked locked(lock);
            seen = value($);
        }
    }

    void after() { RL_ASSERT(isSent || seen == 1); }
};

RUN(HOLDS(Publication) && HOLDS(Constant) && HOLDS(Certainty) && HOLDS(Death) && HOLDS(CreatorReads)
    && HOLDS(FinderReads) && HOLDS(LockedValue))

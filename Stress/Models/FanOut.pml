/* In which order messages reach lanes when there are many of them: `fanOut` in Runtime/Delivery/PostOffice.swift, and
 * `beginFanOut` in Runtime/Delivery/PostOfficeState.swift.
 *
 * As long as there are few lanes, a message is posted to all of them under the lock of the office. From a certain number on,
 * senders post under a lock of their own, the fan-out lock, and not under the lock of the office. Each lane must get all
 * messages in the order of their positions, also when the number is reached while a thread sends.
 *
 * planted: POST_AFTER_UNLOCK, assertion: a thread that posts after releasing the fan-out lock is overtaken
 * planted: POSITION_BEFORE_LOCK, assertion: a thread that has a position before taking the fan-out lock is overtaken
 * planted: LOOK_WITHOUT_LOCK, assertion: a thread that looks for many lanes without the lock posts beside one that has the fan-out lock
 * planted: FEWER_LANES, assertion: when lanes get fewer, another thread can still have the fan-out lock
 */
#define SENDERS 3
#define LANES 2

bool areManyLanes;            /* or some sender still fans out; guarded by the lock of the office */
bool isFanOutLocked;          /* the fan-out lock */
byte position;                /* guarded by the lock of the office */
byte latest[LANES];           /* the position of the latest message on each lane */

/* Runs under the lock of the lane. */
inline postTo(lane) {
    atomic {
        assert(latest[lane] < mine);
        latest[lane] = mine
    }
}

active [SENDERS] proctype Sender() {
    byte mine;
    bool mustFanOut;
#ifdef LOOK_WITHOUT_LOCK
    mustFanOut = areManyLanes;
#endif
    /* Runs under the lock of the office, and so it posts to all lanes in one step. */
    atomic {
#ifndef LOOK_WITHOUT_LOCK
        mustFanOut = areManyLanes;
#endif
        if
        :: !mustFanOut -> position++; mine = position; postTo(0); postTo(1)
        :: else
        fi
    }
#ifdef POSITION_BEFORE_LOCK
    atomic {
        if
        :: mustFanOut -> position++; mine = position
        :: else
        fi
    }
#endif
    if
    :: mustFanOut ->
        atomic { !isFanOutLocked -> isFanOutLocked = true }
#ifndef POSITION_BEFORE_LOCK
        atomic { position++; mine = position }
#endif
#ifdef POST_AFTER_UNLOCK
        isFanOutLocked = false;
#endif
        postTo(0);
        postTo(1);
#ifndef POST_AFTER_UNLOCK
        isFanOutLocked = false
#endif
    :: else
    fi
}

/* Starts the observation with which lanes become many, and ends it again. */
active proctype Starter() {
    areManyLanes = true;
#ifdef FEWER_LANES
    areManyLanes = false
#endif
}

ltl all { <>[] (position == SENDERS && latest[0] == SENDERS && latest[1] == SENDERS && !isFanOutLocked) }

/* Time advances when all processes wait, so that fairness also has a meaning there. */
active proctype Clock() {
    bool tick;
    do
    :: tick = !tick
    od
}

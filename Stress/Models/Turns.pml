/* In which order messages reach lanes when there are many of them: `PostingQueue` in Runtime/PostOffice.swift.
 *
 * As long as there are few lanes, a message is posted to all of them under the lock of the office. From a certain number on,
 * senders take turns: they wait for each other, but not under the lock of the office. Each lane must get all messages in the
 * order of their places, also when the number is reached while somebody sends.
 *
 * planted: POST_AFTER_TURN, assertion: who posts when the turn is over is overtaken
 * planted: PLACE_BEFORE_TURN, assertion: who has a place before the turn is overtaken
 * planted: LOOK_WITHOUT_LOCK, assertion: who looks without the lock whether there are turns posts beside one who has a turn
 * planted: END_OF_TURNS, assertion: when turns end because lanes get fewer, somebody can still have one
 */
#define SENDERS 3
#define LANES 2

bool areTurns;                /* whether there's a posting queue; guarded by the lock of the office */
bool isTurnTaken;             /* the lock of the posting queue */
byte place;                   /* guarded by the lock of the office */
byte latest[LANES];           /* the place of the latest message on each lane */

/* Runs under the lock of the lane. */
inline postTo(lane) {
    atomic {
        assert(latest[lane] < mine);
        latest[lane] = mine
    }
}

active [SENDERS] proctype Sender() {
    byte mine;
    bool mustTakeTurn;
#ifdef LOOK_WITHOUT_LOCK
    mustTakeTurn = areTurns;
#endif
    /* Runs under the lock of the office, and so it posts to all lanes in one step. */
    atomic {
#ifndef LOOK_WITHOUT_LOCK
        mustTakeTurn = areTurns;
#endif
        if
        :: !mustTakeTurn -> place++; mine = place; postTo(0); postTo(1)
        :: else
        fi
    }
#ifdef PLACE_BEFORE_TURN
    atomic {
        if
        :: mustTakeTurn -> place++; mine = place
        :: else
        fi
    }
#endif
    if
    :: mustTakeTurn ->
        atomic { !isTurnTaken -> isTurnTaken = true }
#ifndef PLACE_BEFORE_TURN
        atomic { place++; mine = place }
#endif
#ifdef POST_AFTER_TURN
        isTurnTaken = false;
#endif
        postTo(0);
        postTo(1);
#ifndef POST_AFTER_TURN
        isTurnTaken = false
#endif
    :: else
    fi
}

/* Starts the observation with which lanes become many, and ends it again. */
active proctype Starter() {
    areTurns = true;
#ifdef END_OF_TURNS
    areTurns = false
#endif
}

ltl all { <>[] (place == SENDERS && latest[0] == SENDERS && latest[1] == SENDERS && !isTurnTaken) }

/* Time goes on when everybody waits, so that fairness means something there, too. */
active proctype Clock() {
    bool tick;
    do
    :: tick = !tick
    od
}

/* Who delivers the letters of one observable, and in which order: Runtime/Mailbox.swift, and Runtime/PostOffice.swift, which
 * asks it. What stands in braces behind `atomic` happens under the lock of the office.
 *
 * Threads send letters. Whoever finds nobody on duty delivers the own letter and then the
 * whole line, again and again. Each letter must be delivered at some time, in the order of places, by one thread at a time,
 * and each send must return.
 *
 * planted: LOOK_WITHOUT_LOCK, cycle: who looks at the line and goes off duty after that leaves a letter in line forever
 * planted: LEAVE_AFTER_UNLOCK, cycle: so does who leaves the letter after unlocking
 * planted: HAND_OVER_TO_NOBODY, assertion: while the duty is on its way to the queue, a sender takes it, too
 * planted: REST_BEHIND_LINE, assertion: what was taken out of line goes back behind what came later
 * planted: QUEUE_FORGETS_LINE, cycle: the block on the queue delivers what it was given and nothing else
 * planted: DUTY_AFTER_UNLOCK, assertion: two threads see that nobody is on duty
 * clean: ENDLESS: others send without end, and the first thread's one send returns all the same
 * planted: ENDLESS NO_PATIENCE, cycle: who delivers for others does so forever
 * clean: CASCADE: another thread leaves one letter whose handler sends the next, and so on, and the send returns all the same
 * planted: CASCADE COUNT_AS_OWN, cycle: what the handler of a foreign letter sends counts as sent by the thread on duty
 */
#if defined(ENDLESS) || defined(CASCADE)
#define CAPACITY 3
#define MODULUS 5
#else
#define SENDERS 2
#define EACH 3
#define CAPACITY 6
#define MODULUS 100
#define TOTAL 6
#endif
#ifdef NO_PATIENCE
#define PATIENCE 100
#elif defined(CASCADE)
#define PATIENCE 2
#else
#define PATIENCE 1
#endif

#define NOBODY 0
#define RUNTIME_QUEUE 100

byte deliverer = NOBODY, place, delivered, handlers, sendsThatReturned;
chan line = [CAPACITY] of { byte, bool, bool };   /* place, whether it's foreign, and whether its handler sends */
chan batch = [CAPACITY] of { byte, bool, bool };  /* what was taken out of line: belongs to whoever is on duty */
bool isDeliveringForeign;                   /* whether the letter that's being delivered is foreign: likewise */
chan blocks = [2] of { bit };               /* what was sent to the queue of the runtime */

inline handle(itsPlace) {
    handlers++;
    assert(handlers == 1);
    assert(itsPlace == (delivered + 1) % MODULUS);
    delivered = itsPlace;
#ifdef CASCADE
    if
    :: cascades ->
        atomic {
            place = (place + 1) % MODULUS;
#ifdef COUNT_AS_OWN
            line!place, false, true
#else
            line!place, isDeliveringForeign, true
#endif
        }
    :: else
    fi;
#endif
    handlers--
}

inline moveLineToBatch() {
    do
    :: len(line) > 0 -> line?place2, isForeign, cascades; batch!place2, isForeign, cascades
    :: else -> break
    od
}

/* Exchanges the empty batch for the line, or goes off duty. Tells by `isInLine`. */
inline takeLine() {
#ifdef LOOK_WITHOUT_LOCK
    isInLine = len(line) > 0;
    atomic {
        if
        :: isInLine -> moveLineToBatch()
        :: else -> deliverer = NOBODY; isDeliveringForeign = false
        fi
    }
#else
    atomic {
        isInLine = len(line) > 0;
        if
        :: isInLine -> moveLineToBatch()
        :: else -> deliverer = NOBODY; isDeliveringForeign = false
        fi;
        place2 = 0; isForeign = false; cascades = false
    }
#endif
}

/* Delivers the batch and then the line until it's empty, or hands over. */
inline deliverBatch() {
    patience = PATIENCE;
    do
    :: true ->
        do
        :: patience > 0 && len(batch) > 0 ->
            batch?place2, isForeign, cascades;
            isDeliveringForeign = isForeign;
            handle(place2);
            if
            :: isForeign && PATIENCE < 100 -> patience--
            :: else
            fi
        :: else -> break
        od;
        if
        :: len(batch) == 0 ->
            takeLine();
            if
            :: !isInLine -> break
            :: else
            fi
        :: else
        fi;
        if
        :: patience == 0 -> handOver(); break
        :: else
        fi
    od;
    patience = 0; place2 = 0; isForeign = false; cascades = false; isInLine = false
}

inline handOver() {
    atomic {
#ifdef HAND_OVER_TO_NOBODY
        deliverer = NOBODY;
#else
        deliverer = RUNTIME_QUEUE;
#endif
#ifdef REST_BEHIND_LINE
        do
        :: len(batch) > 0 -> batch?place2, isForeign, cascades; line!place2, isForeign, cascades
        :: else -> break
        od;
#endif
    }
    blocks!1
}

inline send(me) {
    atomic {
        place = (place + 1) % MODULUS;
        place2 = place;
        mustDeliver = (deliverer == NOBODY);
        isForeign = (deliverer != me);
        if
#ifndef DUTY_AFTER_UNLOCK
        :: mustDeliver -> deliverer = me
#else
        :: mustDeliver
#endif
#ifndef LEAVE_AFTER_UNLOCK
        :: else -> line!place2, isForeign, cascades
#else
        :: else
#endif
        fi
    }
#ifdef DUTY_AFTER_UNLOCK
    if
    :: mustDeliver -> deliverer = me
    :: else
    fi;
#endif
#ifdef LEAVE_AFTER_UNLOCK
    if
    :: !mustDeliver -> line!place2, isForeign, cascades
    :: else
    fi;
#endif
    if
    :: mustDeliver ->
        handle(place2);
        takeLine();
        if
        :: isInLine -> deliverBatch()
        :: else
        fi
    :: else
    fi;
    atomic { mustDeliver = false; place2 = 0; isForeign = false; cascades = false; isInLine = false }
}

#if !defined(ENDLESS) && !defined(CASCADE)
active [SENDERS] proctype Sender() {
    byte number, place2, patience;
    bool cascades, isForeign, isInLine, mustDeliver;
    do
    :: number < EACH -> send(_pid + 1); number++; sendsThatReturned++
    :: else -> break
    od
}

ltl all { <>[] (delivered == TOTAL && sendsThatReturned == TOTAL && deliverer == NOBODY) }
#else
active proctype OnlyOnce() {
    byte place2, patience;
    bool cascades, isForeign, isInLine, mustDeliver;
    len(line) < CAPACITY;
    send(1);
    sendsThatReturned++
}

#ifdef CASCADE
active proctype Cascading() {
    byte place2, patience;
    bool cascades = true, isForeign, isInLine, mustDeliver;
    send(2)
}
#else
active proctype Endless() {
    byte place2, patience;
    bool cascades, isForeign, isInLine, mustDeliver;
    do
    :: len(line) < CAPACITY -> send(2)
    od
}
#endif

ltl all { <> (sendsThatReturned == 1) }
#endif

active proctype RuntimeQueue() {
    byte place2, patience;
    bool cascades, isForeign, isInLine;
end:
    do
    :: blocks?_ ->
#ifdef QUEUE_FORGETS_LINE
        do
        :: len(batch) > 0 -> batch?place2, isForeign, cascades; handle(place2)
        :: else -> break
        od
#else
        deliverer = 50;
        deliverBatch()
#endif
    od
}

/* Time goes on when everybody waits, so that fairness means something there, too. */
active proctype Clock() {
    bool tick;
    do
    :: tick = !tick
    od
}

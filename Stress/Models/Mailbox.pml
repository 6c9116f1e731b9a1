/* The delivering thread of one observable, and the order of letters: Runtime/Delivery/Mailbox.swift, and
 * Runtime/Delivery/PostOffice.swift, which asks it. Code in braces after `atomic` runs under the lock of the
 * office.
 *
 * Threads send letters. A thread that finds nobody on duty delivers its own letter, and then all
 * pending ones until none is left. Each letter must be delivered at some time, in the order of positions, by one thread at a time,
 * and each send must return.
 *
 * planted: LOOK_WITHOUT_LOCK, cycle: a thread that looks for letters, and goes off duty after unlocking, leaves a letter pending forever
 * planted: LEAVE_AFTER_UNLOCK, cycle: so does a thread that leaves the letter after unlocking
 * planted: HAND_OVER_TO_NOBODY, assertion: while the duty is on its way to the queue, a sender takes it, too
 * planted: REST_BEHIND_LINE, assertion: letters that were taken out are put back after later ones
 * planted: QUEUE_FORGETS_LINE, cycle: the block on the queue delivers what it was given and nothing else
 * planted: DUTY_AFTER_UNLOCK, assertion: two threads see that nobody is on duty
 * clean: ENDLESS: others send without end, and the first thread's one send returns all the same
 * planted: ENDLESS NO_BUDGET, cycle: a thread that delivers for other threads does so forever
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
#ifdef NO_BUDGET
#define BUDGET 100
#elif defined(CASCADE)
#define BUDGET 2
#else
#define BUDGET 1
#endif

#define NOBODY 0
#define DELIVERY_QUEUE 100

byte deliverer = NOBODY, position, delivered, handlers, sendsThatReturned;
chan line = [CAPACITY] of { byte, bool, bool };   /* position, whether it's foreign, and whether its handler sends */
chan batch = [CAPACITY] of { byte, bool, bool };  /* what was taken out of line: belongs to whoever is on duty */
bool isDeliveringForeign;                   /* whether the letter that's being delivered is foreign: likewise */
chan blocks = [2] of { bit };               /* what was enqueued on the queue to which a thread hands over */

inline handle(itsPosition) {
    handlers++;
    assert(handlers == 1);
    assert(itsPosition == (delivered + 1) % MODULUS);
    delivered = itsPosition;
#ifdef CASCADE
    if
    :: cascades ->
        atomic {
            position = (position + 1) % MODULUS;
#ifdef COUNT_AS_OWN
            line!position, false, true
#else
            line!position, isDeliveringForeign, true
#endif
        }
    :: else
    fi;
#endif
    handlers--
}

inline moveLineToBatch() {
    do
    :: len(line) > 0 -> line?position2, isForeign, cascades; batch!position2, isForeign, cascades
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
        position2 = 0; isForeign = false; cascades = false
    }
#endif
}

/* Delivers the batch and then the line until it's empty, or hands over. */
inline deliverBatch() {
    budget = BUDGET;
    do
    :: true ->
        do
        :: budget > 0 && len(batch) > 0 ->
            batch?position2, isForeign, cascades;
            isDeliveringForeign = isForeign;
            handle(position2);
            if
            :: isForeign && BUDGET < 100 -> budget--
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
        :: budget == 0 -> handOver(); break
        :: else
        fi
    od;
    budget = 0; position2 = 0; isForeign = false; cascades = false; isInLine = false
}

inline handOver() {
    atomic {
#ifdef HAND_OVER_TO_NOBODY
        deliverer = NOBODY;
#else
        deliverer = DELIVERY_QUEUE;
#endif
#ifdef REST_BEHIND_LINE
        do
        :: len(batch) > 0 -> batch?position2, isForeign, cascades; line!position2, isForeign, cascades
        :: else -> break
        od;
#endif
    }
    blocks!1
}

inline send(me) {
    atomic {
        position = (position + 1) % MODULUS;
        position2 = position;
        isOnDuty = (deliverer == NOBODY);
        isForeign = (deliverer != me);
        if
#ifndef DUTY_AFTER_UNLOCK
        :: isOnDuty -> deliverer = me
#else
        :: isOnDuty
#endif
#ifndef LEAVE_AFTER_UNLOCK
        :: else -> line!position2, isForeign, cascades
#else
        :: else
#endif
        fi
    }
#ifdef DUTY_AFTER_UNLOCK
    if
    :: isOnDuty -> deliverer = me
    :: else
    fi;
#endif
#ifdef LEAVE_AFTER_UNLOCK
    if
    :: !isOnDuty -> line!position2, isForeign, cascades
    :: else
    fi;
#endif
    if
    :: isOnDuty ->
        handle(position2);
        takeLine();
        if
        :: isInLine -> deliverBatch()
        :: else
        fi
    :: else
    fi;
    atomic { isOnDuty = false; position2 = 0; isForeign = false; cascades = false; isInLine = false }
}

#if !defined(ENDLESS) && !defined(CASCADE)
active [SENDERS] proctype Sender() {
    byte number, position2, budget;
    bool cascades, isForeign, isInLine, isOnDuty;
    do
    :: number < EACH -> send(_pid + 1); number++; sendsThatReturned++
    :: else -> break
    od
}

ltl all { <>[] (delivered == TOTAL && sendsThatReturned == TOTAL && deliverer == NOBODY) }
#else
active proctype OnlyOnce() {
    byte position2, budget;
    bool cascades, isForeign, isInLine, isOnDuty;
    len(line) < CAPACITY;
    send(1);
    sendsThatReturned++
}

#ifdef CASCADE
active proctype Cascading() {
    byte position2, budget;
    bool cascades = true, isForeign, isInLine, isOnDuty;
    send(2)
}
#else
active proctype Endless() {
    byte position2, budget;
    bool cascades, isForeign, isInLine, isOnDuty;
    do
    :: len(line) < CAPACITY -> send(2)
    od
}
#endif

ltl all { <> (sendsThatReturned == 1) }
#endif

active proctype DeliveryQueue() {
    byte position2, budget;
    bool cascades, isForeign, isInLine;
end:
    do
    :: blocks?_ ->
#ifdef QUEUE_FORGETS_LINE
        do
        :: len(batch) > 0 -> batch?position2, isForeign, cascades; handle(position2)
        :: else -> break
        od
#else
        deliverer = 50;
        deliverBatch()
#endif
    od
}

/* Time advances when all processes wait, so that fairness also has a meaning there. */
active proctype Clock() {
    bool tick;
    do
    :: tick = !tick
    od
}

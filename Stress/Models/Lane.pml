/* Which block on a queue does which jobs: `LaneState` and `Lane` in Runtime/Lanes. Code in braces after `atomic`
 * happens under the lock of the lane.
 *
 * Threads post jobs. Each job must be done at some time, in the order of posts, by one block at a time. On a serial
 * queue, a block that a thread enqueues there after its job must find that job done, and on any queue it must come to run.
 *
 * planted: ENQUEUE_AFTER_UNLOCK, assertion: a block of other code comes before ours, on which a thread relied
 * planted: KEEP_WAITING, cycle: a block that begins still counts as one that waits
 * planted: TRUST_LAST_BATCH, cycle: a block that does its last batch is relied on
 * planted: LOOK_WITHOUT_LOCK, cycle: a block that looks for jobs, and ends after unlocking, leaves a job undone
 * clean: CONCURRENT: on a concurrent queue
 * planted: CONCURRENT FORGET_TURNED_AWAY, cycle: nobody does what a block was sent for that was turned away
 * clean: CONCURRENT KEEP_TURNED_AWAY: it needs no reset when the lane gets idle, since jobs are there for any block turned away
 * planted: CONCURRENT BEGIN_ALWAYS, assertion: two blocks do jobs at once
 * clean: ENDLESS: other threads post without end, and a block of other code still runs
 * planted: ENDLESS NO_BUDGET, cycle: the lane never lets anyone else run
 */
#ifdef CONCURRENT
#define WORKERS 2
#else
#define WORKERS 1
#endif
#ifdef ENDLESS
#define CAPACITY 4
#define MODULUS 7
#else
#define POSTERS 2
#ifdef CONCURRENT
#define EACH 2
#else
#define EACH 3
#endif
#define TOTAL (POSTERS * EACH)
#define CAPACITY 6
#define MODULUS 100
#endif
#ifdef CONCURRENT
#define BUDGET 1
#else
#define BUDGET 2
#endif

#define idle 0
#define running 1
#define runningLastBatch 2

byte posted, done, blocksAtWork, strangersThatRan;
byte stage = idle, count, budget = BUDGET;
bool isBlockWaiting, isBlockTurnedAway;
chan jobs = [CAPACITY] of { byte };
chan batch = [CAPACITY] of { byte };
chan queue = [8] of { byte };  /* 0 is a block of the lane, anything else is a block of other code after that job */

/* Posts a job and returns its number as `mine`. */
inline post() {
    atomic {
        posted = (posted + 1) % MODULUS;
        mine = posted;
        jobs!mine;
        count++;
#ifdef TRUST_LAST_BATCH
        needsBlock = !(isBlockWaiting || stage != idle || isBlockTurnedAway);
#else
        needsBlock = !(isBlockWaiting || stage == running || isBlockTurnedAway);
#endif
        if
        :: needsBlock ->
            isBlockWaiting = true;
#ifndef ENQUEUE_AFTER_UNLOCK
            queue!0
#endif
        :: else
        fi
    }
#ifdef ENQUEUE_AFTER_UNLOCK
    if
    :: needsBlock -> queue!0
    :: else
    fi;
#endif
    needsBlock = false
}

/* Tells a block by `isOn` whether it is the one to do the jobs. */
inline begin() {
    atomic {
#ifndef KEEP_WAITING
        isBlockWaiting = false;
#endif
#ifdef BEGIN_ALWAYS
        isOn = true;
        stage = running
#else
        if
        :: stage == idle -> isOn = true; stage = running
        :: else ->
            isOn = false;
#ifndef FORGET_TURNED_AWAY
            isBlockTurnedAway = true
#endif
        fi
#endif
    }
}

/* Moves the next jobs into the empty batch, or tells the block by `isOn` to end. */
inline next() {
#ifdef LOOK_WITHOUT_LOCK
    isOn = !(stage == runningLastBatch && !isBlockTurnedAway || len(jobs) == 0);
#endif
    atomic {
#ifndef LOOK_WITHOUT_LOCK
        isOn = !(stage == runningLastBatch && !isBlockTurnedAway || len(jobs) == 0);
#endif
        if
        :: !isOn ->
            stage = idle;
#ifndef KEEP_TURNED_AWAY
            isBlockTurnedAway = false;
#endif
            budget = BUDGET
        :: else ->
            if
            :: isBlockTurnedAway -> isBlockTurnedAway = false; stage = running; budget = BUDGET
            :: else
            fi;
            do
            :: len(jobs) > 0 -> jobs?job; batch!job
            :: else -> break
            od;
            job = 0;
#ifndef NO_BUDGET
            if
            :: budget <= count -> budget = 0; stage = runningLastBatch
            :: else -> budget = budget - count
            fi;
#endif
            count = 0
        fi
    }
}

active [WORKERS] proctype Worker() {
    byte block, job;
    bool isOn;
end:
    do
    :: queue?block ->
        if
        :: block == 0 ->
            begin();
            do
            :: isOn ->
                next();
                do
                :: isOn && len(batch) > 0 ->
                    blocksAtWork++;
                    assert(blocksAtWork == 1);
                    batch?job;
                    assert(job == (done + 1) % MODULUS);
                    done = job;
                    blocksAtWork--
                :: else -> break
                od
            :: else -> break
            od
        :: else ->
#ifndef ENDLESS
            assert(done >= block);
#endif
            strangersThatRan++
        fi;
        block = 0; job = 0; isOn = false
    od
}

#ifndef ENDLESS
active [POSTERS] proctype Poster() {
    byte number, mine;
    bool needsBlock;
    do
    :: number < EACH -> post(); number++
    :: else -> break
    od;
#ifndef CONCURRENT
    queue!mine
#endif
}

#ifdef CONCURRENT
ltl all { <>[] (done == TOTAL && stage == idle) }
#else
ltl all { <>[] (done == TOTAL && stage == idle && strangersThatRan == POSTERS) }
#endif
#else
active proctype Stranger() { queue!1 }

active proctype Endless() {
    byte mine;
    bool needsBlock;
    do
    :: len(jobs) < CAPACITY -> post()
    od
}

ltl all { <> (strangersThatRan == 1) }
#endif

/* Time advances when all processes wait, so that fairness also has a meaning there. */
active proctype Clock() {
    bool tick;
    do
    :: tick = !tick
    od
}

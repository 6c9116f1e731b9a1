/* Batches that reach a server late, on connections that the publisher has given up.
 *
 * The server keeps a mark for each publisher: the number of the publisher's last batch in the
 * stream. A new connection takes over: a transaction touches the mark and returns it, and then the
 * connection watches the mark. A batch is a transaction that adds the batch and sets the mark.
 * Then the connection watches the mark again. If a watched mark was modified, the server doesn't
 * execute the transaction and answers nil, and the publisher sends it again. The publisher sends
 * a request only after it has received both answers to the request before: that of the
 * transaction and that of WATCH. If a takeover returns the number of the unconfirmed batch, the
 * batch counts as confirmed, and otherwise it's sent again with the same number.
 *
 * A publisher may give up a connection at any time. The requests in transit on that connection
 * arrive at any later time, or never. The server may be full and refuse a transaction. It may
 * crash, lose the latest batches with their marks, and close all connections.
 *
 * No batch may get into the stream twice, after a later batch of its publisher, or through a
 * connection older than the newest that took over. A confirmed batch must have been in the stream.
 * No publisher may deadlock. Under LIVE, all batches must be confirmed at some time.
 *
 * planted: READ_ONLY, assertion: a takeover that only reads the mark doesn't stop older connections
 * planted: NO_WATCH, assertion: a connection that took over without watching can't be stopped
 * planted: NO_WATCH_AGAIN, assertion: a batch ends the watch, so the next batch can't be stopped
 * planted: WATCH_WITH_BATCH, assertion: a WATCH in the request of the batch may arrive too late
 * planted: BATCH_BEFORE_ANSWER, assertion: so may the WATCH after a batch if the next batch doesn't wait for its answer
 * planted: NO_MARK, assertion: a batch that doesn't set the mark is added twice
 * planted: NIL_IS_DONE, assertion: a batch is confirmed that was never in the stream
 * planted: IGNORE_REFUSAL, assertion: a refused takeover watches the mark, but has neither touched nor read it
 * clean: LIVE: all batches are confirmed at some time
 * clean: TAKE_OVER_AFTER_NIL: a second takeover on the same connection does no harm
 * planted: LIVE TAKE_OVER_AFTER_NIL NO_TRANSACTION, cycle: without a transaction, a connection that still watches stops itself
 * clean: NO_TRANSACTION: a takeover needs no transaction if nil leads to no second takeover on a connection
 * clean: TWO: two publishers share the stream
 * planted: TWO SHARED_MARK, assertion: a publisher takes the batch of another publisher for its own
 * clean: FORGETS: if a mark is lost, a batch comes twice only if the server had added it and the publisher didn't know
 * planted: FORGETS EXACTLY_ONCE, assertion: that batch comes twice
 * clean: FORGETS SILENTLY: the same holds if the loss of a mark doesn't stop connections that watch it
 */
#ifdef TWO
#define PUBLISHERS 2
#define BATCHES 1
#else
#define PUBLISHERS 1
#ifdef LIVE
#define BATCHES 2
#else
#define BATCHES 3
#endif
#endif
#if defined(TWO) || defined(LIVE)
#define PATIENCE 1                              /* the connections that a publisher may give up */
#else
#define PATIENCE 2
#endif
#if defined(TWO) || defined(FORGETS)
#define REFUSALS 0
#else
#define REFUSALS 1
#endif
#define CONNECTIONS (PATIENCE + 2)              /* of each publisher; the last is for a crash */
#define ALL_CONNECTIONS (PUBLISHERS * CONNECTIONS)

#ifdef SHARED_MARK
#define KEY(publisher) 0
#else
#define KEY(publisher) publisher
#endif

mtype = { takeOver, addBatch, watch, done, nil, refused };
#define unwatched 0
#define unchanged 1
#define changed 2

/* In transit. A transaction is one command here, since nothing but its end has an effect. */
chan requests[ALL_CONNECTIONS] = [3] of { mtype, byte };
chan answers[ALL_CONNECTIONS] = [2] of { mtype, byte };
#define afterTakeover 0                         /* the kinds of `watch` */
#define afterBatch 1
#define beforeBatch 2

/* State of the server. */
byte mark[PUBLISHERS];
byte stream[PUBLISHERS * BATCHES + 1], count;   /* each entry is 10 * publisher + batch */
byte watched[ALL_CONNECTIONS];
bool isClosed[ALL_CONNECTIONS];
byte refusals = REFUSALS;

/* State of publishers. */
byte givenUp[PUBLISHERS];                       /* the number of connections that were given up */
byte confirmed[PUBLISHERS];                     /* the last confirmed batch */

/* For assertions only. */
byte last[PUBLISHERS];                          /* the last batch in the stream */
byte newest[PUBLISHERS];                        /* the newest connection that took over */
byte everAdded[PUBLISHERS];                     /* a bit for each batch ever in the stream */
byte forgotten[PUBLISHERS];                     /* the unconfirmed batch whose mark was lost */

inline send(command) {
    atomic {
        if
        :: isClosed[c]
        :: else ->
#ifdef WATCH_WITH_BATCH
            if
            :: command == addBatch -> requests[c]!watch, beforeBatch
            :: else
            fi;
#endif
            requests[c]!command, batch;
            requests[c]!watch, (command == takeOver -> afterTakeover : afterBatch)
        fi
    }
}

/* Receives the next answer, or gives up the connection and takes over with a new one. */
inline receive(itsResult, itsMark) {
    atomic {
        if
        :: answers[c]?itsResult, itsMark
        :: patience > 0 -> patience--; giveUp()
        :: isClosed[c] -> giveUp()
        fi
    }
}

inline giveUp() {
    do
    :: answers[c]?_, _
    :: empty(answers[c]) -> break
    od;
    result = 0;
    latest = 0;
    c++;
    assert(c / CONNECTIONS == me);
    givenUp[me]++;
    goto takingOver
}

inline confirm() {
    assert((everAdded[me] >> batch) & 1);
    confirmed[me] = batch;
    batch++
}

active [PUBLISHERS] proctype Publisher() {
    byte me = _pid, c = _pid * CONNECTIONS, batch = 1, latest, patience = PATIENCE;
    mtype result;
takingOver:
    send(takeOver);
    receive(result, latest);
    receive(_, _);
    atomic {
        if
#ifndef IGNORE_REFUSAL
        :: result == refused -> result = 0; goto takingOver
#endif
        :: result == nil -> result = 0; goto takingOver
        :: else -> result = 0
        fi;
        if
        :: latest == batch -> confirm()
        :: else
        fi;
        latest = 0
    }
    do
    :: batch <= BATCHES ->
        send(addBatch);
        receive(result, _);
        atomic {
            if
            :: result == done -> confirm()
#ifdef NIL_IS_DONE
            :: result == nil -> confirm()
#endif
            :: else
            fi
        }
#ifndef BATCH_BEFORE_ANSWER
        receive(_, _);
#endif
        atomic {
            if
#ifdef TAKE_OVER_AFTER_NIL
            :: result == nil -> result = 0; goto takingOver
#endif
            :: else -> result = 0
            fi
        }
    :: else -> break
    od
}

inline touch(key) {
    i = 0;
    do
    :: i < ALL_CONNECTIONS ->
        if
        :: KEY(i / CONNECTIONS) == key && watched[i] == unchanged -> watched[i] = changed
        :: else
        fi;
        i++
    :: else -> break
    od;
    i = 0
}

inline answer(result, itsMark) {
    if
    :: c % CONNECTIONS == givenUp[me] -> answers[c]!result, itsMark
    :: else
    fi
}

inline close(connection) {
    isClosed[connection] = true;
    watched[connection] = unwatched;
    do
    :: requests[connection]?_, _
    :: empty(requests[connection]) -> break
    od
}

inline executeWatch() {
    if
#ifdef NO_WATCH
    :: batch == afterTakeover
#elif defined(NO_WATCH_AGAIN)
    :: batch == afterBatch
#elif defined(WATCH_WITH_BATCH)
    :: batch != beforeBatch
#endif
    :: else ->
        if
        :: watched[c] == unwatched -> watched[c] = unchanged
        :: else
        fi
    fi;
    if
    :: batch == beforeBatch
#ifdef BATCH_BEFORE_ANSWER
    :: batch == afterBatch
#endif
    :: else -> answer(done, 0)
    fi
}

inline executeTakeover() {
    if
#ifndef NO_TRANSACTION
    :: watched[c] == changed -> watched[c] = unwatched; answer(nil, 0)
#endif
    :: else ->
#ifndef NO_TRANSACTION
        watched[c] = unwatched;
#endif
#ifndef READ_ONLY
        touch(KEY(me));
#endif
        if
        :: c > newest[me] -> newest[me] = c
        :: else
        fi;
        answer(done, mark[KEY(me)])
    fi
}

inline executeBatch() {
    if
    :: watched[c] == changed -> watched[c] = unwatched; answer(nil, 0)
    :: else ->
        watched[c] = unwatched;
#if defined(FORGETS) && !defined(EXACTLY_ONCE)
        assert(batch > last[me] || (batch == last[me] && batch == forgotten[me]));
#else
        assert(batch > last[me]);
#endif
        assert(c >= newest[me]);
        last[me] = batch;
        everAdded[me] = everAdded[me] | (1 << batch);
        forgotten[me] = 0;
        stream[count] = 10 * me + batch;
        count++;
#ifndef NO_MARK
        mark[KEY(me)] = batch;
        touch(KEY(me));
#endif
        answer(done, 0)
    fi
}

/* In each step, the server executes the next command of one connection, or that connection dies. */
active proctype Server() {
    byte c, me, batch, i;
end:
    do
    :: atomic {
            if
            :: nempty(requests[0])
            :: nempty(requests[1]) -> c = 1
            :: nempty(requests[2]) -> c = 2
#if ALL_CONNECTIONS > 3
            :: nempty(requests[3]) -> c = 3
#endif
#if ALL_CONNECTIONS > 4
            :: nempty(requests[4]) -> c = 4
            :: nempty(requests[5]) -> c = 5
#endif
            fi;
            me = c / CONNECTIONS;
            if
            :: c % CONNECTIONS < givenUp[me] -> close(c)
            :: requests[c]?watch, batch -> executeWatch()
            :: requests[c]?takeOver, batch -> executeTakeover()
            :: requests[c]?addBatch, batch -> executeBatch()
            :: refusals > 0 && !requests[c]?[watch, batch] ->
                requests[c]?_, _;
                refusals--;
                watched[c] = unwatched;
                answer(refused, 0)
            fi;
            c = 0; me = 0; batch = 0
        }
    od
}

/* The server may crash once, and then continue with any earlier state. */
active proctype Crash() {
    byte i;
    atomic {
        if
        :: true
        :: true ->
            do
            :: count > 0 -> count--; stream[count] = 0
            :: break
            od;
            do
            :: i < PUBLISHERS -> last[i] = 0; mark[i] = 0; i++
            :: else -> break
            od;
            i = 0;
            do
            :: i < count ->
                last[stream[i] / 10] = stream[i] % 10;
                mark[KEY(stream[i] / 10)] = stream[i] % 10;
                i++
            :: else -> break
            od;
            i = 0;
            do
            :: i < ALL_CONNECTIONS ->
                if
                :: i % CONNECTIONS <= givenUp[i / CONNECTIONS] -> close(i)
                :: else
                fi;
                i++
            :: else -> break
            od;
            i = 0
        fi
    }
}

#ifdef FORGETS
/* The mark may expire or be evicted, once. */
active proctype Forgetting() {
    byte i;
    atomic {
        if
        :: true
        :: true ->
            if
            :: last[0] > confirmed[0] -> forgotten[0] = last[0]
            :: else
            fi;
            mark[0] = 0;
#ifndef SILENTLY
            touch(0)
#endif
        fi
    }
}
#endif

#ifdef LIVE
ltl all { <>[] (confirmed[0] == BATCHES) }

/* Time advances when all processes wait, so that fairness also has a meaning there. */
active proctype Clock() {
    bool tick;
    do
    :: tick = !tick
    od
}
#endif

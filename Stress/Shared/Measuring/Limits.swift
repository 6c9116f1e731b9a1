/// The limits of everything that is measured.
///
/// **Counts** are exact. One thread does each counted operation, and nothing reads a clock. So
/// counts depend only on the sources and the compiler, and `make counts` fails if one is higher
/// than here. When counts get lower, lower their limits here.
///
/// - Allocations, locks and bytes of an operation are counted in native runs, by replaced functions
///   of the system.
/// - Instructions are counted by valgrind, on x86-64, with the compiler of the README. The
///   instructions of the C library are excluded: processors choose among its variants of `memcpy`,
///   and its allocator depends on what was freed before. Steps of lookups in tables of types are
///   excluded, too: each change of the program's layout changes them. The rest varies by less than
///   a hundredth between runs. A fiftieth and two instructions more are accepted, because a change
///   elsewhere can let the compiler arrange a few of them differently. Sends while watched have no
///   limit of instructions: another thread sometimes inspects their observable.
///
/// **Ratios** compare times with the time of a floor. The goal is the ratio to aim for. The ratio
/// next to it is expected on any processor. It's 1.3 times the goal, or 2 times if several threads
/// take part, because machines are noisy. Where the library is far from the goal, on either side,
/// it's a quarter more than on any known processor. Where the caches decide, it's twice that. A
/// dropped message takes 40 to 60 ns where the floor, a ring behind a lock, takes 24, and no other
/// thread is busy.
///
/// `make bench-check` fails only if a ratio is more than twice that, in each of three attempts. It
/// detects work for each observer or message, and threads that wait for each other. It doesn't
/// detect that a row is slower by less than a factor of two to four, depending on how far the row
/// is below its limit. `make bench` shows how times change from run to run.
let limitsOfWorkloads = """
    workload                             | contender                         | goal | ratio | allocations | locks | bytes | instructions
    send to 1                            | free observers                    | 2    | 2.1   | 0           | 2     | 0     | 329
    send to 1                            | observers that can die            | 2    | 2.8   | 0           | 2     | 0     | 381
    send to 10                           | free observers                    | 1.5  | 0.9   | 0           | 2     | 0     | 562
    send to 10                           | observers that can die            | 2    | 2.5   | 0           | 2     | 0     | 1074
    send to 1000                         | free observers                    | 1.5  | 0.5   | 0           | 2     | 0     | 25339
    send to 1000                         | observers that can die            | 2    | 2.5   | 0           | 2     | 0     | 78339
    send to nobody                       | messenger                         | 1.2  | 1     | 0           | 0     | 0     | 77.02
    send, 100,000 in random order        | free observers                    | 2    | 4     | 0           | 2     | 0     | 382
    send, 100,000 in random order        | observers that can die            | 2    | 4     | 0           | 2     | 0     | 435
    start and end                        | observe, stopObserving            | 2    | 2.9   | 1           | 5     | 112   | 1839
    a short life                         | observer                          | 2    | 3.2   | 4           | 4     | 304   | 2754
    start 100,000                        | observe                           | 2    | 3     | 1           | 2     | 138.5 | 1138
    end 100,000                          | stopObserving                     | 2    | 3     | 0           | 3     | 0.02  | 898
    set a variable                       | variable <- value                 | 2.5  | 4.2   | 0           | 3     | 0     | 406
    set a variable                       | variable += 1                     |      | 4.6   | 0           | 3     | 0     | 700
    map, filter, map                     | in a chain                        | 1.5  | 2.7   | 0           | 2     | 0     | 592
    map, filter, map                     | objects                           | 2.5  | 6.3   | 0           | 8     | 0     | 1683
    operators in a chain                 | compactMap                        | 1.5  | 2.3   | 0           | 2     | 0     | 758
    operators in a chain                 | removeDuplicates                  | 1.3  | 1.9   | 0           | 2     | 0     | 525
    operators in a chain                 | scan                              | 1.3  | 1.9   | 0           | 2     | 0     | 509
    operators in a chain                 | prefix                            | 1.3  | 1.9   | 0           | 2     | 0     | 449
    operators in a chain                 | dropFirst                         | 1.3  | 1.9   | 0           | 2     | 0     | 410
    operators as objects                 | debounce                          | 1.8  | 5     |             |       |       |
    operators as objects                 | throttle                          |      | 5     |             |       |       |
    operators as objects                 | chunks of 100                     |      | 8     |             |       |       |
    operators as objects                 | timeout                           |      | 18    |             |       |       |
    operators as objects                 | delay                             |      | 26    |             |       |       |
    operators as objects                 | combineLatest                     |      | 20    | 0           | 15    | 0     | 4369
    operators as objects                 | zip, a pair                       |      | 17    | 0           | 8     | 0     | 5233
    operators as objects                 | combineLatest of messengers       |      | 14    | 0           | 5     | 0     | 4310
    operators as objects                 | withLatestFrom                    |      | 12    | 0           | 5     | 0     | 2673
    operators as objects                 | flatMap                           |      | 3.5   | 0           | 4     | 0     | 755
    operators as objects                 | merge                             |      | 3.5   | 0           | 4     | 0     | 718
    operators as objects                 | switchToLatest                    |      | 4     | 0           | 5     | 0     | 835
    operators as objects                 | replay(10)                        |      | 7.5   | 0           | 5     | 0     | 1895
    buffers                              | send to an observer of the buffer | 2    | 4.5   | 0           | 5     | 0     | 1367
    combined observation                 | set one of two variables          | 2    | 7     | 0           | 9     | 0     | 2766
    combined variables                   | set a part of an observed pair    |      | 11    | 1           | 5     | 160   | 4495
    derived values                       | set the source of one             | 2.5  | 8     | 2           | 6     | 64    | 3450
    derived values                       | set the source of a diamond       | 4    | 18    | 7           | 14    | 592   | 9217
    read derived values                  | an observed one                   | 2    | 2     | 0           | 1     | 0     | 105
    read derived values                  | a remembered one                  | 2    | 2     | 0           | 1     | 0     | 133
    unobserved derived values            | set the source of one             |      | 2.1   | 0           | 1     | 0     | 224
    change two variables                 | in one step                       |      | 12    | 12          | 8     | 944   | 12080
    change two variables                 | the sources of one, in one step   |      | 19    | 18          | 9     | 1424  | 17520
    no gap between value and updates     | start with the latest, end        |      | 4     | 2           | 7     | 160   | 5224
    2 threads send                       | one messenger                     | 2.5  | 4     |             |       |       |
    4 threads send                       | one messenger                     | 2.5  | 4     |             |       |       |
    8 threads send                       | one messenger                     | 2.5  | 4     |             |       |       |
    hop                                  | observe(_:on:)                    | 0.33 | 1     |             |       |       |
    hop                                  | Messenger(on:)                    |      | 1     |             |       |       |
    4 hop to one queue                   | observe(_:on:)                    |      | 1     |             |       |       |
    hop to a busy queue                  | observe(_:on:)                    |      | 1     |             |       |       |
    hop to a busy place                  | a place                           | 1    | 1.6   |             |       |       |
    hop and back                         | observe(_:on:)                    | 1.2  | 2.4   |             |       |       |
    loop while one sends                 | messages()                        | 1    | 2     |             |       |       |
    loop after one sent                  | messages()                        | 1    | 2     |             |       |       |
    send to 50 loops                     | messages(buffering: .newest(1))   |      | 2.6   |             |       |       |
    bounded hop at its limit             | .newest(100)                      | 1.5  | 3     |             |       |       |
    bounded hop at its limit             | .oldest(100)                      | 1.5  | 3     |             |       |       |
    a dropped number                     | .newest(100)                      | 2.5  | 3.3   | 0           | 2     | 0.08  | 556
    a dropped number                     | .oldest(100)                      | 2    | 2.6   | 0           | 2     | 0     | 380
    a dropped object                     | .newest(100)                      | 2.5  | 3.3   | 0           | 2     | 0.08  | 754
    a dropped object                     | .oldest(100)                      | 2    | 2.6   | 0           | 2     | 0     | 431
    a batch of 100                       | batches(upTo:)                    | 0.33 | 0.43  |             |       |       |
    drain when free                      | drain(within:)                    | 3    | 3     | 0           | 1     | 0     | 363
    send to 1 while watched              | watched                           | 1.3  | 1.3   | 0           | 2     | 0     |
    send to 1 that can die while watched | watched                           | 1.3  | 1.3   | 0           | 2     | 0     |
    send under churn                     | beside the other                  | 3    | 8     |             |       |       |
    churn under fire                     | beside the other                  | 3    | 8     |             |       |       |
    hop by hand                          | a place                           |      |       | 0           | 2     | 8.30  | 966
    a batch of 100 by hand               | a place                           |      |       | 0.01        | 2.01  | 16.78 | 570
    hop to a suspended queue             | observe(_:on:)                    |      |       | 0           | 2     | 8.25  | 355
    start in place, end                  | directly                          |      |       | 1           | 5     | 112   | 1866
    start in place, end                  | in a chain                        |      |       | 1           | 5     | 112   | 2046
    start in place, end                  | a chain with map                  |      |       | 6           | 5     | 480   | 4701
    start on a queue, end                | directly                          |      |       | 2           | 7     | 416   | 4702
    start on a queue, end                | in a chain                        |      |       | 2           | 7     | 416   | 5196
    start on a queue, end                | a chain with map                  |      |       | 7           | 7     | 784   | 7689
    operators on a clock by hand         | debounce                          |      |       | 0           | 3     | 0     | 1318
    operators on a clock by hand         | throttle                          |      |       | 0           | 3     | 0     | 1290
    operators on a clock by hand         | chunks of 100                     |      |       | 0.09        | 3.05  | 23.52 | 2051
    operators on a clock by hand         | timeout                           |      |       | 0           | 7     | 0     | 7860
    operators on a clock by hand         | delay                             |      |       | 2           | 9     | 96    | 9486
    """

/// The limits of sizes.
///
/// Goals are for the bytes by which the process grows. The limit is for all allocated bytes,
/// including temporary ones, because these are the same in each run.
let limitsOfSizes = """
    thing                      | goal | allocated
    an observation             | 220  | 154
    an observer that observes  | 320  | 304
    an observed messenger      | 400  | 410
    an idle Var<Int>           | 200  | 176
    an idle Messenger<Int>     |      | 64
    """

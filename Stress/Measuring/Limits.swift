/// What is held, of all that is measured.
let limits = [
    Limit("send to 1", "free observers", goal: 2),
    Limit("send to nobody", "messenger", goal: 1.2),
    Limit("start and end", "observe, stopObserving", goal: 2),
    Limit("set a variable", "variable <- value", goal: 2.5),
    Limit("map, filter, map", "ad hoc", goal: 1.5),
    Limit("map, filter, map", "objects", goal: 3),
    Limit("2 threads send", "one messenger", goal: 2.5),
    Limit("4 threads send", "one messenger", goal: 2.5),
    Limit("8 threads send", "one messenger", goal: 2.5),
    Limit("hop", "observe(_:on:)", goal: 1.0 / 3),
    Limit("hop and back", "observe(_:on:)", goal: 1.2),
    Limit("loop while one sends", "messages()", goal: 1),
    Limit("loop after one sent", "messages()", goal: 1),
]

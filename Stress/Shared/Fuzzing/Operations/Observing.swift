import SwiftObserver

extension Operation {

    /// One operation for each way to observe.
    static let starts = Way.allCases.map { way in
        Operation("observe-\(way)") { now in try now.start(way, try now.spot(), by: try now.dog()) }
    }

    static let starting = [
        Operation("observe-latest") { now in
            let spot = try now.variable(), dog = try now.dog(), ear = now.ear(of: spot, by: dog, [])
            dog.observe(spot.observable.startingWithLatest()) { ear.hear($0) }
            dog.note(ear.heard)
            spot.note(ear.heard)
        },
        Operation("observe-latest-hopped") { now in
            let spot = try now.pair(), dog = try now.dog(), ear = now.ear(of: spot, by: dog, [])
            if now.random.oneIn(2) {
                dog.observe(spot.observable.startingWithLatest(), on: now.queue()) { ear.hear($0, from: $1) }
            } else {
                dog.observe(spot.observable.startingWithLatest(), on: try now.kennel()) { ear.hear($1) }
            }
            dog.note(ear.heard)
            spot.note(ear.heard)
        },
        Operation("observe-latest-of-transforms") { now in
            let value = try now.value(), buffer = try now.buffer(), dog = try now.dog()
            let valueEar = now.ear(of: value, by: dog, []), bufferEar = now.ear(of: buffer, by: dog, [])
            dog.observe(value.observable.startingWithLatest()) { valueEar.hear($0) }
            dog.observe(buffer.observable.startingWithLatest()).unwrap { bufferEar.hear($0, from: $1) }
            dog.note(valueEar.heard)
        },
        Operation("observe-latest-of-stand-in") { now in
            let spot = try now.standIn(), dog = try now.dog(), ear = now.ear(of: spot, by: dog, [])
            let touch = now.touch()
            dog.observe(spot.observable.startingWithLatest()).map { touch.pass($0) }.new { ear.hear($0) }
        },
        Operation("observe-selected") { now in
            let spot = try now.value(), dog = try now.dog(), ear = now.ear(of: nil, by: dog, [])
            let parcel = spot.observable.latestMessage
            dog.observe(spot.observable).select(parcel) { ear.hear(nil as Parcel?) }
        },
        Operation("observe-two") { now in
            let a = try now.variable(), b = try now.value(), dog = try now.dog(), ear = now.ear(of: a, b, by: dog)
            dog.observe(a.observable, b.observable) { ear.hear(any: [$0, $1]) }
            dog.note(ear.heard)
            a.note(ear.heard)
            b.note(ear.heard)
        },
        Operation("observe-three") { now in
            let a = try now.variable(), b = try now.buffer(), c = try now.standIn(), dog = try now.dog()
            let ear = now.ear(of: a, b, c, by: dog)
            dog.observe(a.observable, b.observable, c.observable.startingWithLatest()) {
                ear.hear(any: [$0, $1, $2], from: $3)
            }
            dog.note(ear.heard)
            c.note(ear.heard)
        },
        Operation("observe-two-on-queue") { now in
            let a = try now.pair(), b = try now.value(), dog = try now.dog(), ear = now.ear(of: a, b, by: dog)
            dog.observe(a.observable.startingWithLatest(), b.observable, on: now.queue()) { ear.hear(any: [$0, $1]) }
            dog.note(ear.heard)
            a.note(ear.heard)
        },
        Operation("observe-three-free") { now in
            let a = try now.variable(), b = try now.variable(), c = try now.buffer()
            let ear = now.ear(of: nil, by: nil, [])
            observe(a.observable, b.observable, c.observable) { ear.hear(any: [$0, $1, $2]) }
        },
        Operation("ask") { now in
            let spot = try now.spot(), dog = try now.dog()
            _ = spot.isObserved(by: dog)
        },
    ]
}

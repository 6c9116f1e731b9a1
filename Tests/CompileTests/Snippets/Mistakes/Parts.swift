import Dispatch
import SwiftObserver

// Parts of values that don't exist, or can't be compared.

struct Guest: Equatable, Sendable {
    var name = "Mia"
    var note = Note()
    static func == (left: Guest, right: Guest) -> Bool { left.name == right.name }
}

struct Note: Sendable { var text = "" }

func mistypePart(_ dog: Dog, _ guest: Var<Guest>, _ copy: Derived<Guest>) {
    dog.observe(guest, \.nam) { print($0) }  // error: consider explicitly specifying a root type
    dog.observe(guest, \.nam) { update in print(update.new) }  // error: consider explicitly specifying a root type
    dog.observe(guest, \Guest.nam) { print($0) }  // error: value of type 'Guest' has no member 'nam'
    print(guest[\.nam])  // error: consider explicitly specifying a root type
    print(guest[\Guest.nam])  // error: value of type 'Guest' has no member 'nam'
    print(copy[\.nam])  // error: value of type 'Guest' has no member 'nam'
}

func compareWhatHasNoEquality(_ dog: Dog, _ guest: Var<Guest>) {
    dog.observe(guest, \.note) { print($0) }  // error: requires that 'Note' conform to 'Equatable'
    print(guest[\.note])  // error: requires that 'Note' conform to 'Equatable'
}

func useUpdateOfPart(_ dog: Dog, _ guest: Var<Guest>) {
    dog.observe(guest, \.name) { print($0.nww) }  // error: value of type 'Update<String>' has no member 'nww'
    dog.observe(guest, \.name) { a, b, c in print(a, b, c) }  // error: expects 2 arguments, but 3 were used
    guest[\.name].value = "Max"  // error: 'value' is a get-only property
}

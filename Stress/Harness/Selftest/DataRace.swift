import Foundation
import SwiftObserver

/// Two threads that change a number without synchronization, one after the other.
///
/// Each thread also uses the library, but only objects of its own. ThreadSanitizer must report the
/// race. If the library synchronized these threads somewhere, data races of its clients and its own
/// would remain hidden. The runtime of the language does so where generic code that isn't
/// specialized asks for the type of its values, as in a change in place.
final class DataRace: @unchecked Sendable {

    private var number = 0

    func run() {
        let users = [User(), User()], done = DispatchGroup()
        for (index, user) in users.enumerated() {
            done.enter()
            Thread { [self] in
                // The second thread comes later, so only an order is missing. A function of
                // Foundation that sleeps would make one.
                usleep(UInt32(100_000 + 200_000 * index))
                // If the library synchronized the threads, the second use of the first thread would
                // come before the first use of the second one, and that would hide the race.
                user.use(1)
                number += 1
                user.use(2)
                done.leave()
            }
            .start()
        }
        done.wait()
        print("\(number) changes without an order")
    }
}

private final class User: Sendable {

    private let price: Var<Int>, double: Derived<Int>, messenger = Messenger<Int>(), observer = FreeObserver()

    init() {
        price = Var(0)
        double = Derived(price) { 2 * $0 }
        observer.observe(price) { _ in }
        observer.observe(double) { _ in }
        observer.observe(messenger) { _ in }
    }

    func use(_ number: Int) {
        price.value = number
        messenger.send(number)
    }
}

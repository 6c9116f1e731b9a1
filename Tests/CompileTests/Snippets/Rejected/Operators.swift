import SwiftObserver

/// Operators of several observables, or with messages from before the start, exist only as objects.
func onTheFly(_ dog: Dog, _ number: Var<Int>, _ other: Messenger<Update<Int>>) {
    _ = dog.observe(number).merge(with: other)  // error: 'merge(with:)' is unavailable: `merge` is an observable
    _ = dog.observe(number).combineLatest(number)  // error: `combineLatest` is an observable
    _ = dog.observe(number).switchToLatest()  // error: `switchToLatest` is an observable
    _ = dog.observe(number).replay(3)  // error: `replay` is an observable
    _ = dog.observe(number).buffer()  // error: `buffer` is an observable
}

/// Time sends on threads of its own.
final class Paper { var text = "" }
func wait(_ papers: Messenger<Paper>, _ dog: Dog) {
    _ = papers.debounce(for: .seconds(1))  // error: type 'Paper' does not conform to the 'Sendable' protocol
    _ = dog.observe(papers).withAuthor().debounce(for: .seconds(1))  // error: 'Paper' does not // error: 'AnyObject'
    _ = dog.observe(papers).delay(by: .seconds(1))  // error: type 'Paper' does not conform to the 'Sendable' protocol
}

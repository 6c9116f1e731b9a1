import Dispatch
import SwiftObserver

struct Account {
    var balance: BufferedView<Update<Int>> { cents.view }
    var colors: ObservableView<Color> { sky.view }
    private let cents = Var(0), sky = Sky()
}

func observeViews(_ account: Account, _ dog: Dog, _ kennel: Kennel) {
    dog.observe(account.colors) { print($0) }
    dog.observe(account.colors, on: .main) { print($0, $1) }
    dog.observe(account.colors, on: kennel) { $0.paint($1) }
    dog.observe(account.balance, account.balance.startingWithLatest()) { print($0.new, $1.new) }
    account.balance.new().filter { $0 > 0 }.observed { print($0) }
    dog.stopObserving(account.balance)
    print(account.balance.value, dog.isObserving(account.colors))
    Task.detached { for await cents in account.balance.values() { print(cents) } }
}

/// Generic code and views of one's own.
func log<Source: MessageSource>(_ source: Source) where Source.Message: Sendable {
    source.observed { print($0) }
}

func latest(_ source: some BufferedMessageSource<Update<Int>>) -> Int { source.latestMessage.new }

final class Porthole: MessageSource {
    init(_ sky: Sky) { sourceMessenger = sky.sourceMessenger }
    let sourceMessenger: SourceMessenger<Color>
}

func logAll(_ sky: Sky, _ number: Var<Int>) {
    log(sky)
    log(sky.view)
    log(Porthole(sky))
    print(latest(number), latest(number.view))
    let plain: ObservableView<Update<Int>> = number.view
    log(plain)
}

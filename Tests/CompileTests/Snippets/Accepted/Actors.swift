import SwiftObserver

func hop(_ sky: Sky, _ dog: Dog, to kennel: Kennel) {
    dog.observe(sky, on: kennel) { kennel, color in kennel.paint(color) }
    dog.observe(sky, on: kennel) { kennel, color, author in if author !== dog { kennel.paint(color) } }
    observe(sky).on(kennel).receive { $0.paint($1) }
    sky.observed().on(kennel).receive { $0.paint($1) }
}

@MainActor final class Screen {

    func show(_ sky: Sky, and dog: Dog) {
        dog.observe(sky, on: MainActor.shared) { [weak self] color in self?.color = color }
        observe(sky).on(MainActor.shared).withAuthor().receive { [weak self] color, _ in self?.color = color }
        sky.observed().on(MainActor.shared).receive { self.color = $0 }
    }

    var color = Color.gray
}

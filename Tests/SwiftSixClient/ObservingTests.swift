import SwiftObserver
import Testing

/// The code of the page about observing, compiled and run.
@Suite struct ObservingTests {

    @Test func `this file contains the code of the page`() throws {
        try expectCode(of: "Docs/SwiftObserver.docc/Observations.md", isContainedIn: #filePath)
    }

    @Test func `it prints what the page says`() {
        let printed = Printed()
        @Sendable func print(_ items: Any...) { printed(items) }

        enum Color { case blue, gray }

        final class Sky: Observable, Sendable {
            let messenger = Messenger<Color>()
        }

        final class Dog: Observer, Sendable {
            let receiver = Receiver()
        }

        let sky = Sky()
        let dog = Dog()
        let news = Messenger<String>()

        dog.observe(sky) { color in print("The dog sees \(color).") }
        observe(sky) { color in print("Someone sees \(color).") }
        sky.observed { color in print("The sky was seen: \(color).") }
        sky.observedOnce { color in print("The first color is \(color).") }
        sky.send(.blue)  // prints four lines, in this order
        #expect(
            printed.takeAll() == [
                "The dog sees blue.", "Someone sees blue.", "The sky was seen: blue.", "The first color is blue.",
            ])

        dog.observe(news) { text, author in print("\(text), says \(type(of: author))") }
        dog.observe(news).notFrom(dog) { text in print("Someone else says: \(text)") }
        news.send("It rains", from: dog)  // prints "It rains, says Dog"
        #expect(printed.takeAll() == ["It rains, says Dog"])

        let brightness = Var(50)
        let latestColor = sky.buffer()
        dog.observe(latestColor, brightness) { color, update in print("\(color ?? .gray) at \(update.new)") }
        brightness <- 60  // sets brightness.value; prints "gray at 60"
        #expect(printed.takeAll() == ["gray at 60"])

        let handle = dog.observe(sky) { color in print("until further notice: \(color)") }
        handle.stopObserving()  // ends this one observation
        #expect(!handle.isActive && dog.isObserving(sky))
        dog.stopObserving(sky)  // ends all observations of the sky by the dog
        #expect(!dog.isObserving(sky) && dog.isObserving(news))
        dog.stopObserving()  // ends all observations by the dog
        #expect(!dog.isObserving(news))
        sky.stopBeingObserved()  // ends all observations of the sky
        print(handle.isActive, dog.isObserving(sky))
        #expect(printed.takeAll() == ["false false"])
        withExtendedLifetime(dog) {}
    }
}

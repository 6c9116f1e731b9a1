import Foundation
import SwiftObserver
import Testing

@Suite struct PropertyWrapperTests {

    @Test func `a wrapped property is the value, and the variable is behind the dollar sign`() {
        let dog = Dog(), log = Recorder<Update<String>>()
        let article = Article()
        dog.observe(article.$title) { log.record($0) }
        article.title = "a"
        article.title = "a"
        article.title += "b"
        article.$title <- "c"
        #expect(article.title == "c")
        #expect(log.values == [Update("", "a"), Update("a", "ab"), Update("ab", "c")])
    }

    @Test func `an optional starts with nil, and other values can be passed to the initializer`() {
        let article = Article(), other = Article(title: "x", subtitle: "y", pages: 5, kind: .short)
        #expect(article.subtitle == nil)
        #expect(article.pages == 0)
        #expect(other.title == "x")
        #expect(other.subtitle == "y")
        #expect(other.pages == 5)
        #expect(other.kind == .short)
        let shelf = Shelf(count: 3, label: .init(text: "l"))
        #expect(shelf.count == 3)
        #expect(shelf.label.text == "l")
        #expect(shelf.note == nil)
        shelf.note = "n"
        #expect(shelf.note == "n")
    }

    @Test func `copies of a structure share the variable`() {
        let article = Article(), copy = article
        copy.title = "shared"
        #expect(article.title == "shared")
        #expect(copy.$title === article.$title)
    }

    @Test func `changing the property in place is atomic and sends one update`() {
        let article = Article(), shelf = Shelf(count: 0, label: .init(text: "")), dog = Dog()
        let updates = Recorder<Update<[Int]>>(), list = Lists()
        dog.observe(list.$numbers) { updates.record($0) }
        list.numbers.append(1)
        list.numbers[0] += 1
        #expect(updates.values == [Update([], [1]), Update([1], [2])])
        onThreads(4) { _ in
            for _ in 0..<500 {
                article.pages += 1
                shelf.count += 1
                shelf.label.text += "a"
            }
        }
        #expect(article.pages == 2000)
        #expect(shelf.count == 2000)
        #expect(shelf.label.text.count == 2000)
    }

    @Test func `a large value is not copied when it is changed in place`() {
        let list = Lists()
        list.numbers = Array(0..<1000)
        let address = list.numbers.withUnsafeBufferPointer { $0.baseAddress }
        list.numbers[0] = 7
        #expect(list.numbers.withUnsafeBufferPointer { $0.baseAddress } == address)
    }

    @Test func `types with wrapped properties are encoded and decoded, and interchangeable with plain variables`()
        throws
    {
        let article = Article(title: "t", subtitle: nil, pages: 2, kind: .long)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode(article)
        #expect(
            String(decoding: data, as: UTF8.self)
                == #"{"kind":{"storedValue":"long"},"pages":{"storedValue":2},"#
                + #""subtitle":{"storedValue":null},"title":{"storedValue":"t"}}"#)
        let decoded = try JSONDecoder().decode(Article.self, from: data)
        #expect(decoded.title == "t" && decoded.subtitle == nil && decoded.pages == 2 && decoded.kind == .long)
        let plain = try JSONDecoder().decode(PlainArticle.self, from: data)
        #expect(plain.title.value == "t")
        let shelf = try JSONDecoder().decode(
            Shelf.self,
            from: JSONEncoder().encode(Shelf(count: 3, label: .init(text: "l"))))
        #expect(shelf.count == 3 && shelf.label.text == "l" && shelf.note == nil)
    }

    @Test func `a structure with wrapped properties is sendable, equatable and comparable by them`() {
        func isSendable(_: some Sendable) {}
        isSendable(Article())
        #expect(Article(title: "a") == Article(title: "a"))
        #expect(Article(title: "a") != Article(title: "b"))
    }

    @Test func `a local variable can be wrapped`() {
        @Var var number = 1
        let dog = Dog(), log = Recorder<Int>()
        dog.observe($number).new { log.record($0) }
        number += 1
        $number += 1
        #expect(number == 3)
        #expect(log.values == [2, 3])
    }
}

private struct Article: Codable, Equatable, Sendable {
    @Var var title = ""
    @Var var subtitle: String?
    @Var var pages = 0
    @Var var kind = Kind.long

    enum Kind: String, Codable { case short, long }
}

private struct PlainArticle: Codable {
    var title = Var("")
}

private final class Shelf: Codable, @unchecked Sendable {
    @Var var count: Int
    @Var var label: Label
    @Var var note: String?

    init(count: Int, label: Label) {
        self.count = count
        self.label = label
    }

    struct Label: Codable, Equatable { var text: String }
}

private final class Lists {
    @Var var numbers: [Int] = []
}

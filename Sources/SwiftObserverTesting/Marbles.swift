import SwiftObserver

/// A drawing of what comes when, in frames of equal duration.
///
/// - `-` is a frame in which nothing comes.
/// - Any other character is a frame in which a message comes.
/// - Characters in parentheses come in one frame, one after the other.
/// - `|` is the end. It may be in parentheses.
/// - Spaces are ignored.
struct Marbles: Equatable, CustomStringConvertible {

    /// What comes in each frame. `nil` is the end.
    private(set) var frames: [[Character?]] = []

    init(_ drawing: String) {
        var group: [Character?]?
        for character in drawing where character != " " {
            switch character {
            case "-":
                precondition(group == nil, "A group of marbles is one frame: '\(drawing)' has a '-' in it.")
                frames.append([])
            case "(":
                precondition(group == nil, "A group of marbles can't contain another one: '\(drawing)'.")
                group = []
            case ")":
                guard let all = group else { preconditionFailure("')' closes no group of marbles in '\(drawing)'.") }
                frames.append(all)
                group = nil
            default:
                let marble = character == "|" ? nil : character
                if group == nil { frames.append([marble]) } else { group?.append(marble) }
            }
        }
        precondition(group == nil, "A group of marbles isn't closed: '\(drawing)'.")
    }

    /// Draws what came at these times.
    init(_ marbles: [(character: Character?, time: Duration)], frame: Duration) {
        Self.check(frame)
        for marble in marbles {
            let index = Int(marble.time.attoseconds / frame.attoseconds)
            while frames.count <= index { frames.append([]) }
            frames[index].append(marble.character)
        }
    }

    /// Stops the program if a frame takes no time.
    static func check(_ frame: Duration) {
        precondition(frame > .zero, "A frame of a drawing must take more than no time. It takes \(frame).")
    }

    var description: String {
        frames.map { frame in
            let text = frame.map { $0.map(String.init) ?? "|" }.joined()
            return frame.count > 1 ? "(\(text))" : frame.isEmpty ? "-" : text
        }.joined()
    }
}

extension ManualClock {

    /// Lets an observable send messages at the times that a drawing shows, when the clock is moved
    /// on.
    ///
    /// ```swift
    /// clock.schedule("a-b--(cd)|", on: letters)    // 'b' comes 2 seconds after 'a'
    /// clock.run()
    /// ```
    ///
    /// In the drawing, each character is a frame: `-` is one in which nothing is sent, and any
    /// other one is a message. Messages in parentheses are sent in one frame. `|` closes the
    /// observable. Spaces are ignored. If the drawing is wrong, or a character has no message, the
    /// program stops.
    ///
    /// - Parameters:
    ///   - frame: How long a frame is. The first one begins now, when the clock is moved on next,
    ///     also by no time.
    ///   - messages: What the characters mean.
    public func schedule<O: Observable & Sendable>(
        _ drawing: String, on observable: O, frame: Duration = .seconds(1), _ messages: [Character: O.Message]
    ) where O.Message: Sendable {
        Marbles.check(frame)
        let start = now
        for (index, frameOfMarbles) in Marbles(drawing).frames.enumerated() {
            for marble in frameOfMarbles {
                let moment = start.advanced(by: frame * index)
                guard let marble else {
                    setAlarm(at: moment) { _ = observable.close(within: .zero) }
                    continue
                }
                guard let message = messages[marble] else {
                    preconditionFailure("The drawing '\(drawing)' has a '\(marble)', for which there's no message.")
                }
                setAlarm(at: moment) { observable.send(message) }
            }
        }
    }

    /// Lets an observable of texts send the characters of a drawing. See
    /// ``schedule(_:on:frame:_:)``.
    public func schedule<O: Observable<String> & Sendable>(
        _ drawing: String, on observable: O, frame: Duration = .seconds(1)
    ) {
        let characters = Set(drawing).subtracting("-()| ")
        schedule(
            drawing, on: observable, frame: frame,
            Dictionary(uniqueKeysWithValues: characters.map { ($0, String($0)) }))
    }
}

extension Recording {

    /// Draws all messages that were recorded so far, and the end. The test has looked at them then.
    ///
    /// ```swift
    /// #expect(letters.marbles(["a": "a", "b": "b"]) == "a-b--|")
    /// ```
    ///
    /// For what the drawing means, see ``ManualClock/schedule(_:on:frame:_:)``. Record with that
    /// clock. A message without a character is drawn as `?`.
    ///
    /// - Parameter frame: How long a frame is. The first one began with the recording.
    public func marbles(_ messages: [Character: Message], frame: Duration = .seconds(1)) -> String
    where Message: Equatable {
        let characters = messages.sorted { $0.key < $1.key }
        return marbles(frame: frame) { message in characters.first { $0.value == message }?.key }
    }

    /// Draws all texts that were recorded so far by their first characters. See
    /// ``marbles(_:frame:)``.
    public func marbles(frame: Duration = .seconds(1)) -> String where Message == String {
        marbles(frame: frame) { $0.first }
    }

    private func marbles(frame: Duration, _ character: (Message) -> Character?) -> String {
        let (messages, end) = record.takeAllRecorded()
        var marbles: [(character: Character?, time: Duration)] = messages.map {
            (character($0.message) ?? "?", $0.time)
        }
        if let end { marbles.append((nil, end)) }
        return Marbles(marbles, frame: frame).description
    }
}

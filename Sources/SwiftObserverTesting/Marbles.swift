import SwiftObserver

/// A drawing of messages over time, in frames of equal duration.
///
/// - `-` is a frame without messages.
/// - Any other character is a frame with one message.
/// - Characters in parentheses are messages in one frame.
/// - `|` is the end. It may be in parentheses.
/// - Spaces are ignored.
struct Marbles: Equatable, CustomStringConvertible {

    /// The messages in each frame. `nil` is the end.
    private(set) var frames: [[Character?]] = []

    init(_ drawing: String) {
        var group: [Character?]?
        for character in drawing where character != " " {
            switch character {
            case "-":
                precondition(group == nil, "A group of marbles is one frame, so it can't contain '-': '\(drawing)'.")
                frames.append([])
            case "(":
                precondition(group == nil, "A group of marbles can't contain another one: '\(drawing)'.")
                group = []
            case ")":
                guard let all = group else { preconditionFailure("A ')' in '\(drawing)' has no matching '('.") }
                frames.append(all)
                group = nil
            default:
                let marble = character == "|" ? nil : character
                if group == nil { frames.append([marble]) } else { group?.append(marble) }
            }
        }
        precondition(group == nil, "A '(' in '\(drawing)' has no matching ')'.")
    }

    /// Draws messages and the end by their times.
    init(_ marbles: [(character: Character?, time: Duration)], frame: Duration) {
        Self.check(frame)
        for marble in marbles {
            let index = Int(marble.time.attoseconds / frame.attoseconds)
            while frames.count <= index { frames.append([]) }
            frames[index].append(marble.character)
        }
    }

    /// Stops the program if the duration of a frame isn't above zero.
    static func check(_ frame: Duration) {
        precondition(frame > .zero, "The duration of a frame must be greater than zero, but it's \(frame).")
    }

    var description: String {
        frames.map { frame in
            let text = frame.map { $0.map(String.init) ?? "|" }.joined()
            return frame.count > 1 ? "(\(text))" : frame.isEmpty ? "-" : text
        }.joined()
    }
}

extension ManualClock {

    /// Schedules messages of an observable by a drawing.
    ///
    /// ```swift
    /// clock.schedule("a-b--(cd)|", on: letters)    // 'b' is sent 2 seconds after 'a'
    /// clock.run()
    /// ```
    ///
    /// Each character is a frame: `-` is a frame without messages, and any other character is a
    /// message. Messages in parentheses share a frame. `|` closes the observable. Spaces are
    /// ignored. If the drawing is wrong, or a character has no message, the program stops.
    ///
    /// - Parameters:
    ///   - frame: The duration of a frame. The first frame begins now. Its messages are sent when
    ///     the clock advances next, even by zero.
    ///   - messages: The message for each character.
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
                    preconditionFailure("The drawing '\(drawing)' contains '\(marble)', but there's no message for it.")
                }
                setAlarm(at: moment) { observable.send(message) }
            }
        }
    }

    /// Schedules the characters of a drawing as messages.
    ///
    /// See ``schedule(_:on:frame:_:)``.
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

    /// Draws all messages that were recorded so far, and the end.
    ///
    /// ```swift
    /// #expect(letters.marbles(["a": "a", "b": "b"]) == "a-b--|")
    /// ```
    ///
    /// The test has seen these messages then. For the drawing, see
    /// ``ManualClock/schedule(_:on:frame:_:)``. Pass the same clock to
    /// ``SwiftObserver/MessageSource/recorded(clock:fileID:filePath:line:)``. A message without a
    /// character is drawn as `?`. The drawing ends with the last message.
    ///
    /// - Parameter frame: The duration of a frame. The first frame begins with the recording.
    public func marbles(_ messages: [Character: Message], frame: Duration = .seconds(1)) -> String
    where Message: Equatable {
        let characters = messages.sorted { $0.key < $1.key }
        return marbles(frame: frame) { message in characters.first { $0.value == message }?.key }
    }

    /// Draws all texts by their first characters. See ``marbles(_:frame:)``.
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

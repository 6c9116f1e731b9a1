import Foundation

/// The reason why a program can't do what its user asked for.
package struct ProgramError: Error, CustomStringConvertible {

    package let text: String
    package var description: String { text }

    package init(_ text: String) { self.text = text }
}

/// Writes a line to standard error.
package func printError(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

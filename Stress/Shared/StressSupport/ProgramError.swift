import Foundation

/// Why a program can't do what it was asked for, in words for whoever asked.
package struct ProgramError: Error, CustomStringConvertible {

    package let text: String
    package var description: String { text }

    package init(_ text: String) { self.text = text }
}

/// Writes a line to the standard error output.
package func printError(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

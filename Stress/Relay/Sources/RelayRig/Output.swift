import Foundation

/// Prints a line that's read at once, also where the output is a pipe or a file.
public func printLine(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

/// Prints a line to those who look after errors.
public func printError(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

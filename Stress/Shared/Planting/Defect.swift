/// A defect that is planted into a copy of the library.
///
/// All defects are planted into the same copy, where `isPlanted` tells which one is active.
package struct Defect: Sendable {

    package let name: String
    package let changes: [Change]

    /// Code of a declaration, and the broken code that replaces it.
    package struct Change: Sendable {

        /// The qualified name, like `Mailbox.goOffDuty`.
        ///
        /// Argument labels are only needed to distinguish overloads.
        package let declaration: String

        /// The code, which occurs in that declaration exactly once.
        ///
        /// Whitespace and comments don't matter.
        package let sound: String

        /// The code with the defect. It contains `PLANTED`, which is true if the defect is active.
        package let broken: String

        package init(in declaration: String, _ sound: String, becomes broken: String) {
            self.declaration = declaration
            self.sound = sound
            self.broken = broken
        }
    }

    package init(_ name: String, _ changes: [Change]) {
        self.name = name
        self.changes = changes
    }

    package init(_ name: String, _ changes: Change...) { self.init(name, changes) }

    package init(_ name: String, in declaration: String, _ sound: String, becomes broken: String) {
        self.init(name, Change(in: declaration, sound, becomes: broken))
    }
}

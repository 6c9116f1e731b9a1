/// The entry of an office in the directory.
struct OfficeListing {

    /// Identifies the office among all that were ever listed. It's at least 1.
    let number: Int
    let index: Int32
}

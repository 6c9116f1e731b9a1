/// Where an office is listed.
struct OfficeListing {

    /// Identifies the office among all that were ever listed. It's at least 1.
    let number: Int
    let index: Int32
}

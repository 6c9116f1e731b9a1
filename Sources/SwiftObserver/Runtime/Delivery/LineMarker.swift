/// Someone who waits until letters are delivered.
///
/// If they give up when the letters are taken out of line, the marker stays with these until they're delivered, and then
/// nobody is told.
struct LineMarker {

    let marker: Marker

    /// The last of the letters, or 0 if it's the one that is being delivered.
    let position: Position
}

/// Someone who waits until letters are delivered.
struct LineMarker {

    let marker: Marker

    /// The last of the letters, or 0 if it's the one that is being delivered.
    let position: Position
}

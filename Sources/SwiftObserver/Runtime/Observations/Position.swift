/// A position in the one sequence of all sends and starts of one observable.
typealias Position = Int

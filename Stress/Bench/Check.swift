import Measuring

/// Measures what has limits, and tells whether they hold.
///
/// A noisy machine can make a time too long, but hardly three times in a row. A regression does.
func check() -> Bool {
    guard Calls.areCounted else {
        print("Allocations and locks can't be counted here. Use make bench-check, on Linux.")
        return false
    }
    var complaints: [String] = [], praises: [String] = [], missing = Set(Limit.all.map(\.name))
    for size in Size.all() {
        guard let limit = size.limit else { continue }
        missing.remove(limit.name)
        complaints += limit.complaints(about: size.costs)
        praises += limit.praises(for: size.costs)
    }
    print(header)
    for workload in Workload.all() {
        for contender in workload.contenders {
            guard let limit = Limit.of(workload.name, contender.name) else { continue }
            missing.remove(limit.name)
            let duel = workload.only(contender.name)
            var results = duel.measure(turns: 11), attempts = 1
            while !limit.complaints(about: results[0].costs).isEmpty, attempts < 3 {
                results = duel.measure(turns: 11)
                attempts += 1
            }
            print(lines(of: results))
            complaints += limit.complaints(about: results[0].costs)
            praises += limit.praises(for: results[0].costs)
        }
    }
    complaints += missing.sorted().map { "\($0): has limits, but isn't measured" }
    for praise in praises { print("lower the limit: " + praise) }
    for complaint in complaints { print("OVER THE LIMIT  " + complaint) }
    print(complaints.isEmpty ? "All limits hold." : "\(complaints.count) limits are passed.")
    return complaints.isEmpty
}

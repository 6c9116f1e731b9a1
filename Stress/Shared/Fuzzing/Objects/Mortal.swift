import StressSupport

/// An object that may perform an operation when it dies.
///
/// `@unchecked Sendable` because all mutable state is guarded.
class Mortal: @unchecked Sendable {

    let world: FuzzWorld
    let seed: UInt64

    /// The number of deaths, messages and other causes that led to this. Its limit ends chains of
    /// causes.
    let generation: Int

    private let role: MortalRole
    private let maker: Int

    /// An object that lives at least as long, unless it's dropped.
    private let cargo: Guarded<AnyObject?>?

    init(_ role: MortalRole, _ context: inout OperationContext, carrying cargo: AnyObject?) {
        world = context.world
        seed = context.random.next()
        generation = context.generation + 1
        self.role = role
        maker = context.operation
        self.cargo = cargo.map { Guarded($0) }
        world.lives.begin(role, by: maker)
        if cargo != nil { world.remember(self) }
    }

    convenience init(_ role: MortalRole, _ context: inout OperationContext) {
        self.init(role, &context, carrying: context.cargo())
    }

    /// Creates an object that is similar to another one.
    init(like other: Mortal) {
        world = other.world
        seed = other.seed &* 0xD134_2543_DE82_EF95 &+ 1
        generation = other.generation + 1
        role = other.role
        maker = other.maker
        cargo = nil
        world.lives.begin(role, by: maker)
    }

    deinit {
        if seed & 3 != 0 { world.act(because: .death, seed >> 2, generation) }
        world.lives.end(role, by: maker)
    }

    /// Breaks all reference cycles through this object.
    func dropCargo() {
        var old: AnyObject?
        cargo?.withLock { swap(&$0, &old) }
    }
}

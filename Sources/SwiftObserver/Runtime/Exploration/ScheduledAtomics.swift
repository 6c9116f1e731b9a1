#if EXPLORE
    import Synchronization

    /// An atomic in plain memory. Only one thread runs at a time, so the orderings don't matter.
    ///
    /// `@unchecked Sendable` for the same reason.
    struct Atomic<Value: AtomicRepresentable>: ~Copyable, @unchecked Sendable {

        private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        private let number = scheduler?.newAtomic()

        init(_ value: consuming Value) { self.value.initialize(to: value) }
        deinit { value.deallocate() }

        func load(ordering _: AtomicLoadOrdering) -> Value {
            schedulingPoint(.atomicLoad, on: number)
            return value.pointee
        }

        func store(_ new: Value, ordering _: AtomicStoreOrdering) {
            schedulingPoint(.atomicStore, on: number)
            storeWithoutStep(new)
        }

        func storeWithoutStep(_ new: Value) { value.pointee = new }
        func loadWithoutStep() -> Value { value.pointee }

        func exchange(_ new: Value, ordering _: AtomicUpdateOrdering) -> Value {
            schedulingPoint(.atomicExchange, on: number)
            defer { value.pointee = new }
            return value.pointee
        }
    }

    extension Atomic where Value: FixedWidthInteger {

        func bitwiseOr(_ other: Value, ordering _: AtomicUpdateOrdering) -> (oldValue: Value, newValue: Value) {
            update { $0 | other }
        }

        func bitwiseAnd(_ other: Value, ordering _: AtomicUpdateOrdering) -> (oldValue: Value, newValue: Value) {
            update { $0 & other }
        }

        func wrappingAdd(_ other: Value, ordering _: AtomicUpdateOrdering) -> (oldValue: Value, newValue: Value) {
            update { $0 &+ other }
        }

        private func update(_ change: (Value) -> Value) -> (oldValue: Value, newValue: Value) {
            schedulingPoint(.atomicExchange, on: number)
            let old = value.pointee
            value.pointee = change(old)
            return (old, value.pointee)
        }
    }

    extension Atomic where Value: Equatable {

        func compareExchange(
            expected: Value, desired: Value, successOrdering _: AtomicUpdateOrdering,
            failureOrdering _: AtomicLoadOrdering
        ) -> (exchanged: Bool, original: Value) {
            schedulingPoint(.atomicExchange, on: number)
            let original = value.pointee
            if original == expected { value.pointee = desired }
            return (original == expected, original)
        }
    }
#endif

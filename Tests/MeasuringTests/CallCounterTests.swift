#if canImport(Glibc)
    import Glibc
    import StressSupport
    import Testing

    @testable import Measuring

    @_silgen_name("malloc_usable_size") private func usableSize(_: UnsafeMutableRawPointer?) -> Int

    @Suite struct CallCounterTests {

        @Test(.disabled(if: isSanitized, "The counter asks the allocator for sizes, which a sanitizer replaces."))
        func `a counted block is as large as asked for, also where slightly larger ones are free`() {
            let littered = (0..<64).map { _ in (larger: malloc(1016), between: malloc(1016)) }
            for block in littered { free(block.larger) }
            var blocks: [UnsafeMutableRawPointer?] = []
            blocks.reserveCapacity(64)
            _ = CallCounter.count(.thisThread) { for _ in 0..<64 { blocks.append(countedMalloc(1000)) } }
            #expect(blocks.map { usableSize($0) } == Array(repeating: 1000, count: 64))
            for block in blocks { free(block) }
            for block in littered { free(block.between) }
        }
    }
#endif

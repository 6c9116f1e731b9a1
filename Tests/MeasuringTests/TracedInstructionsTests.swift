import Measuring
import Testing

@Suite struct TracedInstructionsTests {

    private let dump = """
        # callgrind format
        version: 1
        cmd:  .build/release/Bench --trace
        part: 1
        desc: Trigger: --dump-after=job
        positions: line
        events: Ir
        summary: 1000

        ob=(1) /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2
        fn=(0) 0x1ab70
        0 1
        cob=(8) /package/Bench
        cfn=(2) job
        calls=1 0
        0 900

        ob=(8)
        fl=(1) ???
        fn=(2)
        0 20
        +3 300
        cob=(3) /usr/lib/x86_64-linux-gnu/libc.so.6
        cfi=(4) ./malloc/malloc.c
        cfn=(5) malloc
        calls=100 0
        -3 500
        * 7

        ob=(3)
        fl=(4)
        fn=(5)
        0 500

        ob=(9) /swift/linux/libswiftCore.so
        fn=(6) swift_retain
        0 70
        0
        cfn=(7) swift::HashMap<swift::Entry> const* swift::ConcurrentReadableHashMap<swift::Entry>::find<swift::Key>()
        calls=1 0
        0 450
        fn=(7)
        0 400
        cfn=(8) swift::MetadataCacheKey::operator==(swift::MetadataCacheKey const&) const
        calls=4 0
        0 50
        fn=(8)
        0 50
        fn=(9) swift::StableAddressConcurrentReadableHashMap<swift::Entry>::getOrInsert<swift::Key>()
        0 9

        totals: 1357
        """

    @Test func `instructions are counted where they're executed`() {
        #expect(TracedInstructions(dump: dump).withoutSystem == 20 + 300 + 7 + 70 + 9)
    }

    @Test func `an empty job has no instructions`() {
        #expect(TracedInstructions(dump: "events: Ir\ntotals: 0\n").withoutSystem == 0)
    }
}

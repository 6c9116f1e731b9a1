# `make help` describes each target. A commit must pass `make check`. The table .ci/steps lists the
# steps of the gate.
SWIFT ?= swift

# In all builds of this repository, warnings are errors, including builds of the tests.
export SWIFTOBSERVER_STRICT := 1

.PHONY: api api-list api-update asan asan-build asan-stress bench bench-check bench-docs build check check-all check-rate clean clients counts counts-build demo demo-build demo-relay demo-test docs docs-browser docs-serve explore explore-build explore-debug explore-selftest format fuzz fuzz-asan fuzz-plant fuzz-selftest fuzz-tsan gate growth growth-update help hooks lint models mutants plant programs-build quotes relay-bench relay-build relay-soak relay-test relay-tests-build relay-tsan release release-build rest-build soak stress stress-selftest test test-build test-clock test-tools test-weak tools tsan tsan-build tsan-stress unwatched weak-build

help:             ## list all targets
	@sed -n 's/^\([a-z-]*\):.*## /\1 /p' Makefile | sort | while read -r target text; do printf '%-18s%s\n' "$$target" "$$text"; done

build:            ## build everything, with warnings as errors
	$(SWIFT) build --build-tests

# Builds the tests, without the programs in Stress.
BUILD_TESTS = $(SWIFT) build --product SwiftObserverPackageTests

# Runs tests. Also fails if fewer tests ran than the first parameter says, because the package
# manager succeeds even if a filter matches nothing. Takes that number and options.
TEST_RESULTS = $(CURDIR)/.build/tests.xml
define RUN_TESTS
@rm -f $(TEST_RESULTS)
$(SWIFT) test --disable-xctest --xunit-output $(TEST_RESULTS) $(2)
@count=$$(sed -n 's/.*<testsuite .* tests="\([0-9]*\)".*/\1/p' $(TEST_RESULTS)); test "$${count:-0}" -ge $(1) || \
	{ echo "Only $${count:-0} tests ran instead of at least $(1). Has a suite been renamed?"; exit 1; }
endef

# Runs the tests that are built: first most of them, then those that look at the whole process.
# Takes options for running and options of the build.
define TEST
$(call RUN_TESTS,1200,--skip-build --skip WatchSuite --skip RealTimeSuite $(1) $(2))
$(call RUN_TESTS,70,--skip-build --filter WatchSuite $(2))
endef
CLOCK_TESTS = $(call RUN_TESTS,6,--skip-build --filter RealTimeSuite $(1))

# Optimized programs share one build, the same that users get. Tests that import internal API need
# another one. In that build, the compiler can't specialize internal code, so a send to a thousand
# observers takes four times as many instructions.
RELEASE = -c release
TESTABLE = $(RELEASE) -Xswiftc -enable-testing

# Without debug information, tests build a fifth faster, and reports of sanitizers name functions,
# but no lines. With DEBUG_INFO=dwarf, they name both.
DEBUG_INFO ?= none
RELEASE_TESTS = $(TESTABLE) --scratch-path .build/release-tests -debug-info-format $(DEBUG_INFO)
TSAN = --sanitize=thread --scratch-path .build/tsan -debug-info-format $(DEBUG_INFO)
ASAN = --sanitize=address --scratch-path .build/asan -debug-info-format $(DEBUG_INFO)
WEAK = --scratch-path .build/weak -debug-info-format $(DEBUG_INFO)

# Installs the programs that read the library's graphs and metrics.
test-tools:
	@Tests/install-tools.sh

test-build:
	@echo "Building the tests: about three minutes on two cores the first time. Running them takes about a minute. The last line has the number of passed tests."
	$(BUILD_TESTS)

test: test-tools test-build ## run the tests; installs graphviz and prometheus if possible, and otherwise skips some tests
	$(call TEST)

test-clock: test-build ## run the tests that depend on a clock or on the speed of the machine
	$(call CLOCK_TESTS)

test-weak weak-build: export SWIFTOBSERVER_WEAK_REFERENCES = 1
weak-build:
	$(BUILD_TESTS) $(WEAK)

test-weak: weak-build ## run the tests with weak references to observers, as on a runtime without swift_tryRetain
	$(call TEST,--skip CompileTests,$(WEAK))

release-build:
	$(BUILD_TESTS) $(RELEASE_TESTS)

release: release-build ## run the tests in a release build
	$(call TEST,,$(RELEASE_TESTS))
	$(call CLOCK_TESTS,$(RELEASE_TESTS))

tsan tsan-stress fuzz-tsan: export TSAN_OPTIONS = suppressions=$(CURDIR)/Tests/thread-sanitizer.txt
tsan-stress fuzz-tsan: export SWIFTOBSERVER_SANITIZED = 1

tsan-build:
	$(BUILD_TESTS) $(TSAN)

tsan: tsan-build  ## run the tests under ThreadSanitizer
	$(call TEST,--skip CompileTests,$(TSAN))

asan-build:
	$(BUILD_TESTS) $(ASAN)

asan: export LSAN_OPTIONS = suppressions=$(CURDIR)/Tests/leak-sanitizer.txt
asan: test-tools asan-build ## run the tests under AddressSanitizer, which also finds leaks
	$(call TEST,,$(ASAN))

# ThreadSanitizer takes each use of a lazy constant for synchronization between threads. Optimized
# programs have none where messages are sent, so there it finds more.
tsan-stress:      ## run a short stress under ThreadSanitizer, optimized, after checking that it reports a data race
	@$(SWIFT) build $(RELEASE) $(TSAN) --product Stress
	@.build/tsan/release/Stress --race > .build/race.log 2>&1; test $$? = 66 && grep -q "SUMMARY: .* race .*DataRace" .build/race.log || \
		{ echo "ThreadSanitizer doesn't report the data race that it must report: see .build/race.log."; exit 1; }
	@.build/tsan/release/Stress --seconds 10 $(ARGS)

asan-stress:      ## run a short stress under AddressSanitizer
	@$(SWIFT) run $(ASAN) Stress --seconds 10 $(ARGS)

stress:           ## attack the guarantees from many threads; takes about 20 seconds
	@echo "Building Stress: about three minutes on two cores the first time, then seconds. By default, it attacks for 20 seconds and prints a table."
	@$(SWIFT) run $(RELEASE) Stress $(ARGS)

# Builds the programs that attack the library for a given time.
programs-build:
	@$(SWIFT) build $(RELEASE) --product Stress
	@$(SWIFT) build $(RELEASE) --product Fuzz
	@$(SWIFT) build $(RELEASE) --product Soak

stress-selftest:  ## check that the stress harness detects broken runtimes, and test it as a program
	@$(SWIFT) run $(RELEASE) Stress --selftest

bench:            ## compare costs with the least that you could write by hand; takes about two minutes
	@echo "Building Bench: about three minutes on two cores the first time, then seconds. It measures for two minutes, and prints each row when it's done."
	@$(SWIFT) run $(RELEASE) Bench --charts .build/bench --trend .build/bench/trend.tsv \
		--commit "$$(git describe --always --dirty 2> /dev/null || echo unknown)" $(ARGS)

bench-docs:       ## measure everything, and update figures and charts in the documentation; takes about five minutes
	@$(SWIFT) run $(RELEASE) Bench --growth --prices --charts Docs/SwiftObserver.docc \
		--page Docs/SwiftObserver.docc/Performance.md $(ARGS)

bench-check:      ## fail if an operation takes several times longer than its limit
	@$(SWIFT) run $(RELEASE) Bench --check

counts-build:
	@$(SWIFT) build $(RELEASE) --product Bench

counts: counts-build ## fail if an operation exceeds its limit of allocations, locks or instructions; needs valgrind
	@Stress/install-valgrind.sh
	@rm -rf .build/counts && mkdir -p .build/counts
	@SWIFT_DETERMINISTIC_HASHING=1 valgrind --quiet --tool=callgrind \
		--toggle-collect='$(TRACED)' --dump-after='$(TRACED)' --callgrind-out-file=.build/counts/job \
		.build/release/Bench --trace > .build/counts/jobs
	@SWIFT_DETERMINISTIC_HASHING=1 .build/release/Bench --counts .build/counts

# The linker's name of Measuring.doTracedJob().
TRACED = $$s9Measuring11doTracedJobyyF

# The explorer exists only in a build of its own, in which it schedules the threads.
EXPLORER = .build/explore/release/Explore
explore-build:
	@EXPLORE=1 $(SWIFT) build $(TESTABLE) --scratch-path .build/explore --product Explore

explore: explore-build ## run small scenarios under all schedules with up to 2 preemptions; ARGS=--help lists all options
	@$(EXPLORER) $(ARGS)
	@$(EXPLORER) --traces

plant: explore-build ## plant the explorer's defects in a copy of the sources; fails if the place of a defect is gone
	@$(EXPLORER) --plant .build/explore-mutants

# Without optimization, the explorer runs in the build with the planted defects, all of them
# inactive.
explore-debug: plant ## explore unoptimized code
	@$(SWIFT) run --package-path .build/explore-mutants Explore $(ARGS)

explore-selftest: plant ## plant defects, and count the schedules until the explorer finds each
	@$(SWIFT) run --package-path .build/explore-mutants Explore --selftest $(ARGS)

# Builds what no other step builds: this program, and the relay without its trait.
rest-build:
	$(SWIFT) build --product Mutate
	$(SWIFT) build --target Relay

mutants:          ## change one line at a time, and list the changes that no unit test detects; ARGS=--help lists all options
	@$(SWIFT) run Mutate $(ARGS)

fuzz:             ## let objects do anything when they are deallocated, for a minute; ARGS="--seconds 3600" for an hour
	@$(SWIFT) run $(RELEASE) Fuzz $(ARGS)

fuzz-tsan:        ## fuzz under ThreadSanitizer, optimized
	@$(SWIFT) run $(RELEASE) $(TSAN) Fuzz $(ARGS)

fuzz-asan:        ## fuzz under AddressSanitizer, which also finds leaks
	@$(SWIFT) run $(ASAN) Fuzz $(ARGS)

fuzz-plant:       ## plant the fuzzer's defects in a copy of the sources; fails if the place of a defect is gone
	@$(SWIFT) run $(RELEASE) Fuzz --plant .build/fuzz-defects

fuzz-selftest: fuzz-plant ## plant defects, and show the time until the fuzzer finds each
	@$(SWIFT) run $(RELEASE) --package-path .build/fuzz-defects Fuzz --selftest $(ARGS)

soak:             ## count messages while fuzzing, and watch memory; ARGS="--hours 8", "--messages 1e10" only counts, "--bounded 60" adds handlers that sleep
	@$(SWIFT) run $(RELEASE) Soak $(ARGS)

clients:          ## build a package of clients by path and by URL, with settings that cause warnings, statically linked, and for size
	@SWIFT="$(SWIFT)" Tests/Clients/build.sh

models:           ## check models of memory orders, of liveness and of late requests, and find each planted defect; needs relacy and spin
	@Stress/Models/run.sh $(ARGS)

# Relays need hiredis and a server, so their tests are in a package of their own.
RELAY_BUILD = $(SWIFT) build --package-path Stress/Relay --scratch-path .build/relay -c release
relay-build:
	@Stress/Relay/install-server.sh
	$(RELAY_BUILD) --product RelayNode
	$(RELAY_BUILD) --product RelayStress

relay-tests-build:
	@Stress/Relay/install-server.sh
	$(SWIFT) build --package-path Stress/Relay --scratch-path .build/relay --build-tests

relay-test: relay-build ## test relays, kill their servers, networks and processes, and account for each message; takes about six minutes
	$(call RUN_TESTS,480,--package-path Stress/Relay --scratch-path .build/relay)
	@.build/relay/release/RelayStress --selftest
	@.build/relay/release/RelayStress --seconds 240 $(ARGS)

relay-tsan: export TSAN_OPTIONS = suppressions=$(CURDIR)/Stress/Relay/Tests/thread-sanitizer.txt
relay-tsan: export RELAY_TESTS_SCALE = 0.1
relay-tsan:       ## run the tests of relays in one process under ThreadSanitizer
	@Stress/Relay/install-server.sh
	$(call RUN_TESTS,480,--package-path Stress/Relay --scratch-path .build/relay-tsan --sanitize=thread)

relay-bench:      ## compare relays with a plain loop over the same server
	@Stress/Relay/install-server.sh
	@$(RELAY_BUILD) --product RelayBench
	@.build/relay/release/RelayBench $(ARGS)

relay-soak: relay-build ## stress processes as relay-test does, for an hour; ARGS="--hours 8", ARGS=--help lists all options
	@.build/relay/release/RelayStress $(or $(ARGS),--hours 1)

lint:             ## check the format of all sources, tests and examples
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests Stress Docs

format:           ## format all sources, tests and examples
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests Stress Docs

tools:            ## install the programs that tests run; fails if it can't
	@Tests/install-tools.sh --required
	@Docs/install-aspell.sh --required

gate:             ## test the gate and the installation of packages, and check that the table of steps names each file as an input
	@.ci/test
	@Tests/test-packages.sh
	@.ci/gate inputs

check:            ## run the steps that a commit must pass, which depend only on the sources; takes 15 minutes
	@MAKE="$(MAKE)" .ci/gate check

check-all:        ## run all steps of the gate; records the commit if all pass
	@MAKE="$(MAKE)" .ci/gate all

check-rate:       ## repeat steps on a busy machine with stalled processors; ARGS="20 test asan" runs these two 20 times
	@MAKE="$(MAKE)" .ci/rate $(ARGS)

hooks:            ## install a git hook that checks and corrects the format of each commit, in this clone
	git config core.hooksPath .ci/hooks

clean:            ## remove all build products
	rm -rf .build

# The public API, as the compiler reports it. A change must be intended, so the commit shows it.
TRIPLE = $(shell $(SWIFT) -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')
SYMBOLS = $(SWIFT) symbolgraph-extract -module-name SwiftObserver -I .build/debug/Modules -I Sources/ReferenceCounts/include \
	-target $(TRIPLE) -minimum-access-level public
api-list:
	@$(SWIFT) build --target SwiftObserver
	@rm -rf .build/api && mkdir -p .build/api
	@$(SYMBOLS) -skip-synthesized-members -output-dir .build/api
	@$(SWIFT) run API .build/api/*.symbols.json > .build/api/api.txt
	@$(SWIFT) run API --deprecated .build/api/*.symbols.json > .build/api/api-deprecated.txt

api: api-list     ## fail if the public API differs from Docs/api.txt and Docs/api-deprecated.txt
	@diff -u Docs/api.txt .build/api/api.txt && diff -u Docs/api-deprecated.txt .build/api/api-deprecated.txt || \
		{ echo "The public API has changed. If that's intended, run 'make api-update', and describe the change in the changelog."; exit 1; }

# Watching is optional: the library calls it through one protocol, and doesn't need it. Nothing
# needs deprecated API.
unwatched:        ## check that the library compiles without the folders Watching and Deprecated
	@$(SWIFT)c -typecheck -parse-as-library -swift-version 6 -warnings-as-errors -module-name SwiftObserver -package-name swiftobserver \
		-I Sources/ReferenceCounts/include $$(find Sources/SwiftObserver -name '*.swift' -not -path 'Sources/SwiftObserver/Watching/*' -not -path '*/Deprecated/*')

api-update: api-list ## write the public API into Docs/api.txt and Docs/api-deprecated.txt
	@cp .build/api/api.txt .build/api/api-deprecated.txt Docs

growth:           ## fail if the library is larger, or its verbs reach further, than Docs/growth.txt allows
	@$(SWIFT) build --target SwiftObserver
	@$(SWIFT) run Growth $(ARGS)

growth-update: ARGS = --update
growth-update: growth ## make the current sizes the limits in Docs/growth.txt

quotes:           ## check that the page about memory orders quotes each ordering of the library correctly
	@$(SWIFT) run Quotes

# The example is a package of its own, because it needs system libraries.
LOOKOUT = --package-path Docs/Examples/Lookout --scratch-path .build/lookout
demo: ARGS ?= --seconds 8
demo:             ## run the example service for 8 seconds; ARGS= keeps it running, ARGS="--fault slow" plants a fault, ARGS=--help lists all options
	@echo "Building and running Lookout, an example service. The first build takes about a minute on two cores, later ones seconds."
	@Docs/Examples/Lookout/install.sh
	@LOOKOUT_IS_MADE=1 $(SWIFT) run $(LOOKOUT) Lookout $(ARGS)

demo-build:
	@echo "Building Lookout, the example service, and its tests: about a minute on two cores, or seconds if little has changed."
	@Docs/Examples/Lookout/install.sh
	$(SWIFT) build $(LOOKOUT) --build-tests

demo-test: demo-build ## end, kill and attack the example service, and account for each line; takes about two minutes
	@echo "Running the tests of Lookout: about two minutes. The last line has the number of passed tests."
	$(call RUN_TESTS,50,--skip-build $(LOOKOUT) --no-parallel)

demo-relay:       ## run the example service as two processes with a Redis server between them, for 8 seconds; ARGS=60 for a minute
	@echo "Building Lookout with relays. The first build takes about a minute on two cores, later ones seconds."
	@Docs/Examples/Lookout/install.sh
	@Stress/Relay/install-server.sh
	@$(SWIFT) build --package-path Docs/Examples/Lookout --scratch-path .build/lookout-relay --traits Relay --product Lookout
	@Docs/Examples/Lookout/relay.sh .build/lookout-relay/debug/Lookout $(ARGS)

# One archive has the reference of all products. docc needs only signatures, so function bodies
# aren't compiled: this takes seconds, and a stand-in for the header of hiredis suffices. Modules
# share a package name, because they use API of access level `package`. Deprecated API has a page of
# its own.
ARCHIVE = .build/SwiftObserver.doccarchive
DOCS = .build/docs

# Takes a module and options.
define MODULE_DOCS
@mkdir -p $(DOCS)/$(1)
@$(SWIFT)c -swift-version 6 -warnings-as-errors -parse-as-library -wmo -module-name $(1) -package-name docs -emit-module \
	-emit-module-path $(DOCS)/$(1).swiftmodule -Xfrontend -experimental-skip-all-function-bodies -emit-symbol-graph \
	-emit-symbol-graph-dir $(DOCS)/$(1) -symbol-graph-minimum-access-level public -I $(DOCS) \
	-I Sources/ReferenceCounts/include $(2) $$(find Sources/$(1) -name '*.swift' -not -path '*/Deprecated/*')
endef

# The package index finds catalogs only in the folders of their modules, and docc takes no links to
# folders. The library's catalog is in Docs, because it's the book.
CATALOG = $(firstword $(wildcard Sources/$(1)/$(1).docc Docs/$(1).docc))

# Converts a catalog. Takes a module, options, and the modules that it links to.
CONVERT = docc convert $(CATALOG) --additional-symbol-graph-dir $(DOCS)/$(1) --output-path $(DOCS)/$(1).doccarchive \
	--fallback-default-module-kind Library --enable-experimental-external-link-support $(2) $(foreach other,$(3),--dependency $(DOCS)/$(other).doccarchive)

# In these two modules, comments describe only the parameters that need a description.
FEW_PARAMETERS = --warnings-as-errors --disable-parameters-and-returns-validation

# If the catalog had the name of its module, docc would look for pages of the library among the
# module's extensions of the library.
TEST_KIT = --fallback-display-name "SwiftObserver test kit"

# The catalogs link to each other, but docc resolves only links to converted catalogs. This first
# converts the catalogs of the other products without links to the library, and then all of them.
docs: .build/docs-tool ## check texts and records of decisions, build the documentation with warnings as errors, and check its links, topics and order
	@Docs/check-decisions.sh
	@Docs/install-aspell.sh
	@.build/docs-tool prose .
	@rm -rf $(DOCS) $(ARCHIVE)
	$(call MODULE_DOCS,Locked)
	$(call MODULE_DOCS,SwiftObserver)
	$(call MODULE_DOCS,SwiftObserverTesting,-emit-extension-block-symbols -symbol-graph-skip-synthesized-members)
	$(call MODULE_DOCS,Relay,-symbol-graph-skip-synthesized-members -D Relay -I Sources/CHiredis -Xcc -IDocs/Tool)
	@$(call CONVERT,SwiftObserverTesting,--diagnostic-filter error $(TEST_KIT))
	@$(call CONVERT,Relay,--diagnostic-filter error)
	$(call CONVERT,SwiftObserver,--warnings-as-errors,SwiftObserverTesting Relay)
	$(call CONVERT,SwiftObserverTesting,$(FEW_PARAMETERS) $(TEST_KIT),SwiftObserver)
	$(call CONVERT,Relay,$(FEW_PARAMETERS),SwiftObserver)
	docc merge $(foreach module,SwiftObserver SwiftObserverTesting Relay,$(DOCS)/$(module).doccarchive) \
		--synthesized-landing-page-name SwiftObserver --synthesized-landing-page-topics-style list --output-path $(ARCHIVE)
	@echo '<meta http-equiv="refresh" content="0; url=documentation/swiftobserver/">' > $(ARCHIVE)/index.html
	@.build/docs-tool check $(ARCHIVE) .

docs-serve:       ## build the documentation and serve it at http://127.0.0.1:8080 until Control-C; PORT=8081 for another port
	@echo "Building the documentation: about a minute the first time. Then it's served until Control-C."
	@$(MAKE) --no-print-directory docs
	@.build/docs-tool serve $(ARCHIVE) $(PORT)

docs-browser: docs ## render each guide page in a headless browser, light and dark; takes about four minutes, needs chromium
	@Docs/check-in-browser.sh $(ARCHIVE) .build/pages

# If a file was removed, the folder is newer than the tool.
.build/docs-tool: $(wildcard Docs/Tool/*.swift) Docs/Tool
	@mkdir -p .build
	@$(SWIFT)c -O -swift-version 6 -warnings-as-errors -o $@ $(filter %.swift,$^)

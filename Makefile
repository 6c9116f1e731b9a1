# Each target says what it is for; `make check` is what to run before a commit.
SWIFT ?= swift

.PHONY: bench bench-check bench-docs bench-instructions build test release tsan asan stress stress-selftest explore explore-selftest mutants lint format check demo docs clean

build:            ## build everything, warnings are errors
	$(SWIFT) build --build-tests

test:             ## run the tests
	$(SWIFT) test --disable-xctest

release:          ## run the tests in a release build
	$(SWIFT) test --disable-xctest -c release -Xswiftc -enable-testing --scratch-path .build/release-tests

# What a compiler says isn't for sanitizers to check, and running one leaks memory of Foundation.
tsan:             ## run the tests and a short stress under ThreadSanitizer
	$(SWIFT) test --disable-xctest --skip CompileTests --sanitize=thread --scratch-path .build/tsan
	$(SWIFT) run --sanitize=thread --scratch-path .build/tsan Stress --seconds 10

asan:             ## run the tests and a short stress under AddressSanitizer, which also finds leaks
	$(SWIFT) test --disable-xctest --skip CompileTests --sanitize=address --scratch-path .build/asan
	$(SWIFT) run --sanitize=address --scratch-path .build/asan Stress --seconds 10

stress:           ## attack the guarantees on many threads, about 20 seconds
	@$(SWIFT) run -c release $(COUNTING) Stress $(ARGS)

stress-selftest:  ## show that the stress harness catches broken runtimes, and test it as a program
	@$(SWIFT) run -c release $(COUNTING) Stress --selftest

bench:            ## measure what things cost next to what they must cost at least
	@$(SWIFT) run -c release $(COUNTING) Bench --charts .build/bench $(ARGS)

bench-docs:       ## measure everything, about five minutes, and put figures and charts into the documentation
	@$(SWIFT) run -c release $(COUNTING) Bench --growth --prices --charts Docs/SwiftObserver.docc \
		--page Docs/SwiftObserver.docc/Performance.md $(ARGS)

bench-check:      ## fail if something costs more than it may
	@$(SWIFT) run -c release $(COUNTING) Bench --check

bench-instructions: ## count the instructions of each operation, about two minutes; needs valgrind
	@$(SWIFT) build -c release $(COUNTING) --product Bench
	@rm -rf .build/callgrind && mkdir -p .build/callgrind
	@valgrind --quiet --tool=callgrind --toggle-collect='$(TRACED)' --dump-after='$(TRACED)' \
		--callgrind-out-file=.build/callgrind/job .build/release/Bench --trace > .build/callgrind/jobs
	@awk -F '|' '{ while ((getline line < (".build/callgrind/job." NR)) > 0) \
		if (line ~ /^totals/) { split(line, words, " "); printf "%-45s %10.1f\n", $$1, words[2] / $$2 } }' .build/callgrind/jobs

# What doTracedJob() of Measuring is called by the linker.
TRACED = $$s9Measuring11doTracedJobyyF

# Lets functions of ours stand in for those of the system, to count how often they are called.
COUNTED = malloc calloc realloc aligned_alloc posix_memalign free pthread_mutex_lock pthread_mutex_trylock
ifeq ($(shell uname),Linux)
COUNTING = $(foreach f,$(COUNTED),-Xlinker --defsym=$(f)=counted_$(f) -Xlinker --export-dynamic-symbol=$(f))
endif

# The explorer is only there in its own build, in which it schedules the threads.
explore:          ## run small scenarios under all schedules with up to 2 preemptions; ARGS=--help shows what else
	@EXPLORE=1 $(SWIFT) run --scratch-path .build/explore Explore $(ARGS)

explore-selftest: ## plant defects in a copy of the sources, and show after how many schedules each is found
	@EXPLORE=1 $(SWIFT) run --scratch-path .build/explore Explore --plant .build/explore-mutants
	@$(SWIFT) run --package-path .build/explore-mutants Explore --selftest $(ARGS)

mutants:          ## change one line at a time, and list the changes that no unit test notices; ARGS=--help shows what else
	@$(SWIFT) run Mutate $(ARGS)

lint:             ## check the format of all sources, tests and examples
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests Stress Docs/Examples

format:           ## format all sources, tests and examples
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests Stress Docs/Examples

check: lint test release tsan asan stress bench-check explore   ## everything

clean:            ## remove all build products
	rm -rf .build

demo: ARGS ?= --seconds 5
demo:             ## run the example program, which watches this machine
	$(SWIFT) run --package-path Docs/Examples/MachineWatch MachineWatch $(ARGS)

docs:             ## build the documentation, warnings are errors
	mkdir -p .build/docs/symbol-graphs
	$(SWIFT) build --target SwiftObserver --scratch-path .build/docs \
		-Xswiftc -emit-symbol-graph -Xswiftc -emit-symbol-graph-dir -Xswiftc .build/docs/symbol-graphs \
		-Xswiftc -symbol-graph-minimum-access-level -Xswiftc public
	docc convert Docs/SwiftObserver.docc --additional-symbol-graph-dir .build/docs/symbol-graphs \
		--output-path .build/SwiftObserver.doccarchive --warnings-as-errors

// What all models of memory orders have in common: how they're run, and how a defect is planted.
//
// A model is a protocol of the library, rewritten for relacy, which tries all interleavings of its threads, and all values
// that each load may return by the memory model of C++. As it is, nothing may go wrong. With a defect planted, it must.
#pragma once
#include <relacy/relacy.hpp>

#include <cstring>
#include <iostream>

// What the program is asked for.
struct Request {
    // The only scenario to run, or "all".
    const char* scenario = "all";

    // Whether to tell the steps to what goes wrong.
    bool wantsSteps = false;

    // The defects to plant.
    char** defects = nullptr;

    bool plants(const char* name) const {
        for (auto defect = defects; defect != nullptr && *defect != nullptr; ++defect) {
            if (std::strcmp(*defect, name) == 0) return true;
        }
        return false;
    }
};

inline Request request;

// Whether a defect is planted.
#define PLANTED(name)                                          \
    ([] {                                                      \
        static const bool isPlanted = request.plants(#name);   \
        return isPlanted;                                      \
    }())

constexpr auto relaxed = rl::mo_relaxed;
constexpr auto acquiring = rl::mo_acquire;
constexpr auto releasing = rl::mo_release;
constexpr auto acquiringAndReleasing = rl::mo_acq_rel;
constexpr auto sequentiallyConsistent = rl::mo_seq_cst;

// A lock, for as long as this lives.
class Locked {
public:
    explicit Locked(rl::mutex& mutex) : mutex(mutex) { mutex.lock($); }
    ~Locked() { mutex.unlock($); }

private:
    rl::mutex& mutex;
};

// Takes text and forgets it. relacy can't have a stream that allocates memory, since it keeps track of all memory.
struct Nowhere : std::streambuf {
    int overflow(int character) override { return character; }
};

// Runs one scenario, first in every way there is, then at random with loads that reach further back.
template <typename Scenario>
bool holds(const char* name) {
    if (std::strcmp(request.scenario, "all") != 0 && std::strcmp(request.scenario, name) != 0) return true;
    struct { rl::scheduler_type_e type; unsigned count; } searches[] = {{rl::sched_full, 0}, {rl::sched_random, 20000}};
    for (auto& search : searches) {
        Nowhere nowhere;
        std::ostream silence(&nowhere);
        rl::test_params parameters;
        parameters.search_type = search.type;
        if (search.count > 0) parameters.iteration_count = search.count;
        parameters.output_stream = request.wantsSteps ? &std::cout : &silence;
        parameters.progress_stream = &silence;
        if (!rl::simulate<Scenario>(parameters)) {
            std::cout << rl::test_result_str(parameters.test_result) << " in " << name << "\n";
            return false;
        }
        std::cout << name << ": " << parameters.stop_iteration
                  << (search.type == rl::sched_full ? " executions, which are all" : " random executions") << "\n";
    }
    return true;
}

// Runs scenarios until one goes wrong. Arguments: a scenario or `all`, `steps` or `result`, and then the defects to plant.
#define RUN(...)                                                                \
    int main(int count, char** arguments) {                                     \
        if (count > 1) request.scenario = arguments[1];                         \
        if (count > 2) request.wantsSteps = std::strcmp(arguments[2], "steps") == 0; \
        if (count > 3) request.defects = arguments + 3;                         \
        return (__VA_ARGS__) ? 0 : 1;                                           \
    }
#define HOLDS(scenario) holds<scenario>(#scenario)

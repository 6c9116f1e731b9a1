#!/usr/bin/env bash
# Checks the models: each must hold, and with each planted defect, it must fail as its comments say.
#
#   run.sh             runs all cases of all models
#   run.sh NAME        runs only the cases of that model, as in `run.sh Ending`
#   run.sh NAME A B    prints the steps to the defect with these switches, as in
#                      `run.sh Ending RELAXED_MARK`
#
# C++ models run under relacy, Promela models under spin. A model's comments name its cases, one per
# line:
#   planted: SWITCHES, RESULT in SCENARIO: what goes wrong     (C++)
#   planted: SWITCHES, assertion or cycle: what goes wrong     (Promela)
#   clean: SWITCHES: why that isn't wrong                      (with "in SCENARIO" in C++)
set -uo pipefail
models=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$models/../.." && pwd)
source "$root/Tests/packages.sh"
build=$root/.build/models
compiler=${CXX:-$(command -v g++ || command -v clang++ || true)}
ccompiler=${CC:-$(command -v gcc || command -v clang || true)}

install_tools() {
    local missing=()
    [[ -n $compiler && -n $ccompiler ]] || missing+=(g++)
    [[ -e /usr/include/relacy/relacy.hpp ]] || missing+=(relacy-dev)
    command -v spin > /dev/null || missing+=(spin)
    [[ ${#missing[@]} == 0 ]] && return
    echo "The models need these Debian packages: ${missing[*]}."
    install_packages "$build/install.log" "${missing[@]}" && exec "$0" "$@"
    exit 2
}

# Builds a C++ model if it has changed. The relacy header causes warnings, which aren't about the
# models.
build_relacy() {
    local model=$1 program
    program=$build/$(basename "$model" .cpp)
    [[ $program -nt $model && $program -nt $models/Model.hpp ]] && return
    "$compiler" -std=c++17 -O1 -w "$model" -o "$program" || { echo "WRONG  $(basename "$model") doesn't compile"; return 1; }
}

# Runs the expected scenario, or all of them, with planted defects, and prints the result.
run_relacy() {
    local model=$1 switches=$2 expected=$3 how=$4 scenario=all program log
    program=$build/$(basename "$model" .cpp)
    log=$program${switches:+-${switches// /-}}.log
    [[ $expected == *" in "* ]] && scenario=${expected##* }
    for switch in $switches; do
        grep -q "PLANTED($switch)" "$model" || { echo "unknown defect"; return; }
    done
    timeout 300 "$program" "$scenario" "$how" $switches > "$log" 2>&1
    case $? in
        0) if [[ ! -s $log ]]; then echo "unknown scenario"; else echo "holds${expected#"${expected%% in *}"}"; fi ;;
        1) if [[ $how == steps ]]; then cat "$log"; else tail -1 "$log"; fi ;;
        *) echo "ended without a result, see $log" ;;
    esac
}

# Searches a Promela model and prints the result. If a cycle is expected, assertions don't count,
# because they could hide it.
run_spin() {
    local model=$1 names=$2 expected=$3 how=$4 folder switches=() ignored=
    folder=$build/$(basename "$model")${names:+-${names// /-}}
    for name in $names; do
        grep -q "^#.*\<$name\>" "$model" || { echo "unknown defect"; return; }
        switches+=("-D$name")
    done
    rm -rf "$folder" && mkdir -p "$folder" && cd "$folder" || return
    { spin -a "${switches[@]}" "$model" && "$ccompiler" -O0 -w -o pan pan.c; } > build.log 2>&1 \
        || { echo "doesn't compile, see $folder/build.log"; return; }
    [[ $expected == cycle ]] && ignored=-A
    timeout 300 ./pan -a -f $ignored -m200000 > pan.log 2>&1 || { echo "ended without a result, see $folder/pan.log"; return; }
    if [[ $how == steps ]]; then spin -k ./*.trail -p -g "${switches[@]}" "$model"
    elif grep -q 'assertion violated (' pan.log; then echo assertion
    elif grep -q 'acceptance cycle (' pan.log; then echo cycle
    elif grep -q 'max search depth too small\|Search not completed' pan.log; then echo "the search is incomplete, see $folder/pan.log"
    elif grep -q 'errors: 0' pan.log; then echo holds
    else echo "ended without a result, see $folder/pan.log"; fi
}

# Runs one case and prints one line about it. Fails if the result isn't the expected one.
run_case() {
    local model=$1 names=$2 expected=$3 text=$4 how=${5:-result} label result
    label=$(basename "$model")${names:+ with $names}
    case $model in
        *.cpp) result=$(run_relacy "$model" "$names" "$expected" "$how") ;;
        *) result=$(run_spin "$model" "$names" "$expected" "$how") ;;
    esac
    if [[ $how == steps ]]; then echo "$result"
    elif [[ $result != "$expected" ]]; then echo "WRONG  $label: expected '$expected', got '$result'"; return 1
    elif [[ $expected == holds* ]]; then echo "holds  $label${text:+: $text}"
    else echo "found  $label: $text"; fi
}

# Prints the cases of a model, each as model, switches, expected result and text, ended by zeros.
cases() {
    local model=$1 line
    printf '%s\0' "$model" "" holds ""
    while IFS= read -r line; do
        if [[ $line =~ ^[/*\ ]*planted:\ ([A-Z_\ ]+),\ ([A-Za-z\ ]+):\ (.*)$ ]]; then
            printf '%s\0' "$model" "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" "${BASH_REMATCH[3]}"
        elif [[ $line =~ ^[/*\ ]*clean:\ ([A-Z_\ ]+)(\ in\ [A-Za-z]+)?:\ (.*)$ ]]; then
            printf '%s\0' "$model" "${BASH_REMATCH[1]}" "holds${BASH_REMATCH[2]}" "${BASH_REMATCH[3]}"
        elif [[ $line =~ (planted|clean): ]]; then
            echo "WRONG  $(basename "$model") has a case that can't be read: $line" >&2
            return 1
        fi
    done < "$model"
}

case ${1:-} in
    --build) build_relacy "$2"; exit ;;
    --case) run_case "${@:2}"; exit ;;
esac

mkdir -p "$build"
install_tools "$@"

in_parallel() { xargs -0 -P "$(getconf _NPROCESSORS_ONLN)" "$@"; }

chosen=()
for model in "$models"/${1:-*}.cpp "$models"/${1:-*}.pml; do [[ -e $model ]] && chosen+=("$model"); done
[[ ${#chosen[@]} -gt 0 ]] || { echo "Unknown model $1." >&2; exit 2; }
for model in "${chosen[@]}"; do [[ $model != *.cpp ]] || printf '%s\0' "$model"; done | in_parallel -r -n 1 "$0" --build || exit 1

failed=0
for model in "${chosen[@]}"; do cases "$model" || failed=1; done > "$build/cases"

if [[ $# -gt 1 ]]; then
    while IFS= read -r -d '' model && IFS= read -r -d '' names && IFS= read -r -d '' expected && IFS= read -r -d '' text; do
        [[ $names != "${*:2}" ]] || run_case "$model" "$names" "$expected" "$text" steps
    done < "$build/cases"
    exit
fi

in_parallel -n 4 "$0" --case < "$build/cases" || failed=1
exit $failed

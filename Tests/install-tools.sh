#!/usr/bin/env bash
# Installs the programs that read what the library writes for them: Graphviz draws graphs, and promtool checks metrics.
# Without them, the tests that need them are skipped. With --required, this fails without them.
set -uo pipefail
build=$(cd "$(dirname "$0")/.." && pwd)/.build
log=$build/tools.log

declare -A uses=([graphviz]="draws the graphs" [prometheus]="checks the metrics")
missing=() required=no
[[ ${1:-} == --required ]] && required=yes
command -v dot > /dev/null && command -v nop > /dev/null || missing+=(graphviz)
command -v promtool > /dev/null || missing+=(prometheus)
[[ ${#missing[@]} == 0 ]] && exit

echo "Some tests run programs of Debian to check what the library writes for them. These are missing:"
for package in "${missing[@]}"; do echo "  $package, which ${uses[$package]}"; done

without() {
    echo "$1"
    echo "To install them yourself: apt-get install ${missing[*]}"
    [[ $required == no ]] || exit 2
    echo "The tests that need them are skipped."
    exit 0
}

[[ $(id -u) == 0 ]] || without "They aren't installed, because that takes the rights of root."
command -v apt-get > /dev/null || without "They aren't installed, because there is no apt-get."

# Another program that installs something is waited for, five minutes at most.
apt_get() {
    local end=$((SECONDS + 300)) isTold=
    while ! LC_ALL=C apt-get -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20 -o Acquire::Retries=1 "$@" \
        > "$log" 2>&1 < /dev/null; do
        grep -q "Could not get lock" "$log" && ((SECONDS < end)) || return 1
        [[ $isTold ]] || echo "Another program is installing something. Waiting for it, five minutes at most."
        isTold=1
        sleep 2
    done
}

mkdir -p "$build"
echo "Installing them with apt-get, about 20 MB and a minute ..."
if apt_get update && DEBIAN_FRONTEND=noninteractive apt_get install -y --no-install-recommends "${missing[@]}"; then
    echo "Installed ${missing[*]} in $SECONDS seconds."
else
    grep -E "^(E|Err)" "$log" | tail -5
    without "They couldn't be installed. What apt-get said is in $log."
fi

#!/usr/bin/env bash
# Installs the programs that read what the library writes for them: Graphviz draws graphs, and promtool checks metrics.
# Without them, the tests that need them are skipped. With --required, this fails without them.
set -uo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
log=$root/.build/tools.log
source "$root/Tests/packages.sh"

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

echo "Installing them with apt-get, about 20 MB and a minute ..."
if install_packages "$log" "${missing[@]}"; then
    echo "Installed ${missing[*]} in $SECONDS seconds."
else
    grep -E "^(E|Err)" "$log" | tail -5
    without "They couldn't be installed. What apt-get said is in $log."
fi

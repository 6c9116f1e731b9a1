#!/usr/bin/env bash
# Installs the programs that read output of the library: Graphviz draws graphs, and promtool checks
# metrics. Tests that need a missing program are skipped. With --required, this script fails if a
# program is missing.
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

echo "Some tests check output of the library with these Debian packages, which are missing:"
for package in "${missing[@]}"; do echo "  $package ${uses[$package]}"; done

echo "They take about 20 MB."

if install_packages "$log" "${missing[@]}"; then
    echo "Installed ${missing[*]} in $SECONDS seconds."
    exit
fi
[[ $required == no ]] || exit 2
echo "Tests that need them are skipped."

#!/usr/bin/env bash
# Installs the programs that read what the library writes for them: Graphviz draws graphs, and promtool checks metrics.
set -uo pipefail
build=$(cd "$(dirname "$0")/.." && pwd)/.build

missing=()
command -v dot > /dev/null && command -v nop > /dev/null || missing+=(graphviz)
command -v promtool > /dev/null || missing+=(prometheus)
[[ ${#missing[@]} == 0 ]] && exit
if [[ $(id -u) == 0 ]] && command -v apt-get > /dev/null; then
    echo "Installing ${missing[*]}."
    mkdir -p "$build"
    { apt-get update && apt-get install -y --no-install-recommends "${missing[@]}"; } > "$build/tools.log" 2>&1 && exit
    tail -5 "$build/tools.log" >&2
fi
echo "The tests need these packages of Debian: ${missing[*]}. Install them with: apt-get install ${missing[*]}" >&2
exit 2

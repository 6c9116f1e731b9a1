#!/usr/bin/env bash
# Installs valgrind, which counts instructions, unless it's there.
set -uo pipefail
build=$(cd "$(dirname "$0")/.." && pwd)/.build

if [[ $(uname -sm) != "Linux x86_64" ]]; then
    echo "The limits of instructions are those of Linux on x86-64, and this is $(uname -sm)." >&2
    exit 2
fi
command -v valgrind > /dev/null && exit
if [[ $(id -u) == 0 ]] && command -v apt-get > /dev/null; then
    echo "Installing valgrind with apt-get, to count instructions."
    mkdir -p "$build"
    { apt-get update && apt-get install -y --no-install-recommends valgrind; } > "$build/valgrind.log" 2>&1 && exit
    tail -5 "$build/valgrind.log" >&2
fi
echo "Counting instructions takes valgrind. Install it with: apt-get install valgrind" >&2
exit 2

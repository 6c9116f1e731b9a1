#!/usr/bin/env bash
# Installs valgrind, which counts instructions, if it's missing.
set -uo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
log=$root/.build/valgrind.log
source "$root/Tests/packages.sh"

if [[ $(uname -sm) != "Linux x86_64" ]]; then
    echo "The instruction limits are for Linux on x86-64, but this is $(uname -sm)." >&2
    exit 2
fi
command -v valgrind > /dev/null && exit
echo "Counting instructions needs valgrind."
install_packages "$log" valgrind || exit 2

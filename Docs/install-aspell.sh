#!/usr/bin/env bash
# Installs aspell, which checks the spelling of the documentation, unless it's there. With
# --required, this script fails if it can't.
set -uo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
log=$root/.build/aspell.log
source "$root/Tests/packages.sh"

[[ $(aspell dicts 2> /dev/null) == *en_US* ]] && exit
echo "Checking the spelling takes aspell, about 2 MB."
install_packages "$log" aspell aspell-en && [[ $(aspell dicts 2> /dev/null) == *en_US* ]] && exit
[[ ${1:-} != --required ]] || exit 2

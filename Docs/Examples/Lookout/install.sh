#!/usr/bin/env bash
# Installs the libraries with which the example is built.
set -uo pipefail
build=$(cd "$(dirname "$0")" && pwd)/.build

missing=()
[[ -e /usr/include/sqlite3.h ]] || missing+=(libsqlite3-dev)
[[ -e /usr/include/microhttpd.h ]] || missing+=(libmicrohttpd-dev)
[[ ${#missing[@]} == 0 ]] && exit
if [[ $(id -u) == 0 ]] && command -v apt-get > /dev/null; then
    echo "Installing ${missing[*]}."
    mkdir -p "$build"
    { apt-get update && apt-get install -y --no-install-recommends "${missing[@]}"; } > "$build/install.log" 2>&1 && exit
    tail -5 "$build/install.log" >&2
fi
echo "Lookout needs these packages of Debian: ${missing[*]}. Install them with: apt-get install ${missing[*]}" >&2
exit 2

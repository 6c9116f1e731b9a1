#!/usr/bin/env bash
# Installs the server that the tests of relays start, and the libraries with which relays are built.
set -uo pipefail
build=$(cd "$(dirname "$0")/../.." && pwd)/.build

missing=()
command -v redis-server > /dev/null && command -v redis-cli > /dev/null || missing+=(redis-server)
[[ -e /usr/include/hiredis/hiredis.h ]] || missing+=(libhiredis-dev)
command -v openssl > /dev/null || missing+=(openssl)
[[ -e /usr/include/openssl/ssl.h ]] || missing+=(libssl-dev)
[[ ${#missing[@]} == 0 ]] && exit
if [[ $(id -u) == 0 ]] && command -v apt-get > /dev/null; then
    echo "Installing ${missing[*]}."
    mkdir -p "$build"
    # Only the tests start servers.
    export RUNLEVEL=1
    { apt-get update && apt-get install -y --no-install-recommends "${missing[@]}"; } > "$build/server.log" 2>&1 && exit
    tail -5 "$build/server.log" >&2
fi
echo "Relays need these packages of Debian: ${missing[*]}. Install them with: apt-get install ${missing[*]}" >&2
exit 2

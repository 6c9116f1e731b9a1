#!/usr/bin/env bash
# Installs the server that the relay tests start, and the libraries that relays need.
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
log=$root/.build/server.log
source "$root/Tests/packages.sh"

missing=()
command -v redis-server > /dev/null && command -v redis-cli > /dev/null || missing+=(redis-server)
[[ -e /usr/include/hiredis/hiredis.h ]] || missing+=(libhiredis-dev)
command -v openssl > /dev/null || missing+=(openssl)
[[ -e /usr/include/openssl/ssl.h ]] || missing+=(libssl-dev)
[[ ${#missing[@]} == 0 ]] && exit
echo "Relays need these Debian packages: ${missing[*]}."
# Only the tests start servers.
RUNLEVEL=1 install_packages "$log" "${missing[@]}" || exit 2

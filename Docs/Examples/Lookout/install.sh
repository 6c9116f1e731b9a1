#!/usr/bin/env bash
# Installs the libraries with which the example is built.
set -uo pipefail
root=$(cd "$(dirname "$0")/../../.." && pwd)
log=$root/.build/lookout.log
source "$root/Tests/packages.sh"

missing=()
[[ -e /usr/include/sqlite3.h ]] || missing+=(libsqlite3-dev)
[[ -e /usr/include/microhttpd.h ]] || missing+=(libmicrohttpd-dev)
[[ ${#missing[@]} == 0 ]] && exit
echo "Lookout needs these packages of Debian: ${missing[*]}."
install_packages "$log" "${missing[@]}" && exit
echo "To install them yourself: apt-get install ${missing[*]}" >&2
exit 2

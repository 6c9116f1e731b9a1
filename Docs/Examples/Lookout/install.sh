#!/usr/bin/env bash
# Installs the libraries that the example needs.
set -uo pipefail
root=$(cd "$(dirname "$0")/../../.." && pwd)
log=$root/.build/lookout.log
source "$root/Tests/packages.sh"

missing=()
[[ -e /usr/include/sqlite3.h ]] || missing+=(libsqlite3-dev)
[[ -e /usr/include/microhttpd.h ]] || missing+=(libmicrohttpd-dev)
[[ ${#missing[@]} == 0 ]] && exit
echo "Lookout needs SQLite (sqlite3.h) and GNU libmicrohttpd (microhttpd.h). Missing Debian packages: ${missing[*]}."
install_packages "$log" "${missing[@]}" || exit 2

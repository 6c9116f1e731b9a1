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
echo "Installing ${missing[*]}."
install_packages "$log" "${missing[@]}" && exit
[[ ! -e $log ]] || tail -5 "$log" >&2
echo "Lookout needs these packages of Debian: ${missing[*]}. Install them with: apt-get install ${missing[*]}" >&2
exit 2

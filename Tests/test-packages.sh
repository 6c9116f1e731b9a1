#!/usr/bin/env bash
# Tests the installation of packages with a fake apt-get, clock and user. It installs nothing.
set -uo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
source "$(dirname "$0")/packages.sh"

# Prints the next line of `replies`, and fails unless it's "ok". Succeeds if no line is left.
apt-get() {
    echo "${*: -1}" >> "$folder/calls"
    local reply
    reply=$(sed -n 1p "$folder/replies") && sed -i 1d "$folder/replies"
    [[ ${reply:-ok} == ok ]] || { echo "$reply"; return 100; }
}
sleep() { SECONDS=$((SECONDS + $1 + ${delay:-0})); }
user=0
id() { echo $user; }

failed=0
# Installs with these replies of apt-get, and stores the output and the status.
try() { printf '%s\n' "$@" > "$folder/replies"; : > "$folder/calls"; output=$(install_packages "$folder/log" libsky-dev 2>&1); status=$?; }
complain() { echo "WRONG  packages: $1, but printed:"; sed 's/^/       /' <<< "$output"; failed=1; }
calls() { paste -sd, "$folder/calls"; }

try ok ok
[[ $status == 0 && $(calls) == update,libsky-dev && $output == "Installing libsky-dev with apt-get, "* ]] || complain "it installs and says what"

for lock in /var/lib/apt/lists/lock /var/lib/dpkg/lock-frontend; do
    busy="E: Could not get lock $lock. It is held by process 17 (unattended-upgr)"
    try "$busy" "$busy" ok "$busy" ok
    [[ $status == 0 && $(calls) == update,update,update,libsky-dev,libsky-dev ]] || complain "it waits for another program"
    [[ $output == *"Waiting for at most five minutes: Could not get lock $lock. It is held by process 17"* ]] || complain "it says for which"
done
try "dpkg: error: dpkg frontend lock was locked by another process with pid 17" ok ok
[[ $status == 0 ]] || complain "it waits for dpkg"

delay=200 try "$busy" "$busy" "$busy" "$busy" "$busy"
[[ $status == 1 && $(calls) == update,update,update ]] || complain "it waits five minutes at most"
[[ $output == *"$busy"*"To install them yourself: apt-get install libsky-dev" ]] || complain "it says why it gave up"

try ok "E: dpkg was interrupted, you must manually run 'dpkg --configure -a' to correct the problem."
[[ $status == 1 && $(calls) == update,libsky-dev && $output == *"dpkg --configure -a"*"Its output is in $folder/log."* ]] || complain "it reports a failure at once"

user=1000 try
[[ $status == 1 && -z $(calls) && $output == *"To install them yourself: sudo apt-get install libsky-dev" ]] || complain "without root privileges, it names the command"

unset -f apt-get
command() { [[ $2 != apt-get ]]; }
try
[[ $status == 1 && $output == *"there is no apt-get."*"libsky-dev"* ]] || complain "without apt-get, it names the packages"

(( failed == 0 )) && echo "holds  packages are installed, waited for, or named"
exit $failed

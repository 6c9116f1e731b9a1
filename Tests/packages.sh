# Installs packages of Debian. To be sourced by scripts that need them.

# Installs packages, and says so. If it can't, it says why and fails. What apt-get says goes into the log.
# Takes the log and the packages.
install_packages() {
    local log=$1
    [[ $(id -u) == 0 ]] || { echo "Nothing is installed, because that takes the rights of root." >&2; return 1; }
    command -v apt-get > /dev/null || { echo "Nothing is installed, because there is no apt-get." >&2; return 1; }
    echo "Installing ${*:2} with apt-get."
    mkdir -p "$(dirname "$log")"
    apt_get "$log" update && apt_get "$log" install -y --no-install-recommends "${@:2}" && return
    tail -n 5 "$log" >&2
    echo "They couldn't be installed. What apt-get said is in $log." >&2
    return 1
}

# Waits up to five minutes for another program that installs something: steps of the gate run at the same time.
apt_get() {
    local log=$1 end=$((SECONDS + 300)) isTold=
    while ! DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20 \
        -o Acquire::Retries=1 "${@:2}" > "$log" 2>&1 < /dev/null; do
        grep -q "Could not get lock" "$log" && ((SECONDS < end)) || return 1
        [[ $isTold ]] || echo "Another program is installing something. Waiting for it, five minutes at most."
        isTold=1
        sleep 2
    done
}

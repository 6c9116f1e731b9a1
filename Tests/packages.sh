# Installs packages of Debian. To be sourced by scripts that need them.

# Fails if they can't be installed: without the rights of root, without apt-get, or if that fails. What it says goes into the log.
# Takes the log and the packages.
install_packages() {
    local log=$1
    [[ $(id -u) == 0 ]] && command -v apt-get > /dev/null || return 1
    mkdir -p "$(dirname "$log")"
    apt_get "$log" update && apt_get "$log" install -y --no-install-recommends "${@:2}"
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

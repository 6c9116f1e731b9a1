# Installs Debian packages. Scripts that need packages source this file.

# Installs packages. On failure, it prints the reason and the command to type. The output of apt-get
# goes to the log. Takes the log and the packages.
install_packages() {
    local log=$1 packages=("${@:2}") reason sudo=
    if ! command -v apt-get > /dev/null; then
        echo "Nothing is installed, because there is no apt-get." >&2
        echo "To install them yourself, search the packages of your system for ${packages[*]}." >&2
        return 1
    elif [[ $(id -u) != 0 ]]; then
        reason="that needs root privileges" sudo="sudo "
    else
        echo "Installing ${packages[*]} with apt-get, which takes up to a minute."
        mkdir -p "$(dirname "$log")"
        apt_get "$log" update && apt_get "$log" install -y --no-install-recommends "${packages[@]}" && return
        tail -n 5 "$log" >&2
        reason="apt-get failed. Its output is in $log"
    fi
    echo "Nothing is installed, because $reason." >&2
    echo "To install them yourself: ${sudo}apt-get install ${packages[*]}" >&2
    return 1
}

# Waits up to five minutes for another installation, because steps of the gate run at the same time.
apt_get() {
    local log=$1 end=$((SECONDS + 300)) isTold= holder
    while ! DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20 \
        -o Acquire::Retries=1 "${@:2}" > "$log" 2>&1 < /dev/null; do
        holder=$(grep -Em1 "Could not get lock|locked by another process" "$log") && ((SECONDS < end)) || return 1
        [[ $isTold ]] || echo "Another program is installing packages. Waiting for at most five minutes: ${holder#E: }"
        isTold=1
        sleep 2
    done
}

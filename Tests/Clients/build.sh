#!/usr/bin/env bash
# Builds the clients with each kind of dependency on the library, and runs them. Prints the output
# of a build only if it fails.
set -euo pipefail
# If a git hook runs this, these variables would redirect git to the hook's repository.
unset CDPATH $(git rev-parse --local-env-vars)
cd "$(dirname "$0")/../.."
swift=${SWIFT:-swift}
scratch=$PWD/.build/clients
rm -rf "$scratch"
mkdir -p "$scratch"

# Clients don't turn warnings into errors. The builds only show that warnings are harmless for
# clients if the library causes some.
unset SWIFTOBSERVER_STRICT

build() {
    name=$1
    shift
    "$swift" build --scratch-path "$scratch/build" "$@" > "$scratch/log" 2>&1 || { cat "$scratch/log"; echo "$name: failed"; exit 1; }
}

run() {
    for client in Six Five; do "$scratch/build/$1/ClientInSwift$client"; done
}

# By path, with two settings under which the library's own code causes warnings.
build "by path" --package-path Tests/Clients --disable-index-store -Xswiftc -enable-library-evolution -Xswiftc -strict-memory-safety
for kind in 'library evolution support' '\[#StrictMemorySafety\]'; do
    grep -q "Sources/SwiftObserver/.*warning:.*$kind" "$scratch/log" || { echo "by path: no warning about $kind"; exit 1; }
done
run debug

# By URL and version, from a repository with another name, with static Swift libraries, and
# optimized for size, which inlines less than other builds here. Even the package manager's caches
# are its own, because the package manager would complain that the version has changed.
repository=$scratch/watching.git
mkdir "$scratch/copy"
git ls-files -z --cached --others --exclude-standard |
    { while IFS= read -r -d '' file; do [ ! -e "$file" ] || printf '%s\0' "$file"; done; } |
    tar -c --null -T - | tar -x -C "$scratch/copy"
# Ignores the user's settings, which may require hooks and signatures.
in_copy() { GIT_CONFIG_GLOBAL=/dev/null git -C "$scratch/copy" -c user.name=Clients -c user.email=clients@localhost "$@"; }
in_copy init --quiet
in_copy add --all
in_copy commit --quiet --no-verify --message "Stand in for a release"
in_copy tag 1.0.0
git clone --quiet --bare "$scratch/copy" "$repository"
rm -rf "$scratch/copy"
cp -R Tests/Clients "$scratch/package"
SWIFTOBSERVER_URL=file://$repository build "by URL" --package-path "$scratch/package" --cache-path "$scratch/cache" \
    --config-path "$scratch/config" --security-path "$scratch/security" -c release --static-swift-stdlib -Xswiftc -Osize
run release

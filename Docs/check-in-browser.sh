#!/usr/bin/env bash
# Renders each guide page and each tutorial in a browser, light and dark, and saves a picture of
# each. Fails if a page lacks its title, if a script fails, or if a file isn't found.
#
# usage: check-in-browser.sh ARCHIVE FOLDER [PAGE...]
set -euo pipefail
archive=$1 folder=$2
shift 2
tool=$(dirname "$archive")/docs-tool
port=8947
command -v chromium > /dev/null || { echo "chromium is missing: apt-get install -y --no-install-recommends chromium"; exit 1; }
mkdir -p "$folder"
"$tool" serve "$archive" $port > "$folder/server.log" &
server=$!
trap 'kill $server' EXIT

pages=("$@")
if [[ ${#pages[@]} == 0 ]]; then
    pages=(documentation/swiftobserver documentation/swiftobservertesting documentation/relay tutorials/tutorials tutorials/swiftobserver/followalog)
    for file in "$(dirname "$0")"/SwiftObserver.docc/*.md; do
        name=$(basename "$file" .md)
        [[ $name == SwiftObserver ]] || pages+=("documentation/swiftobserver/${name,,}")
    done
fi

failed=0
complain() { echo "WRONG  $1: $2"; failed=1; }

# Renders a page in light (1) or dark (0), and saves the picture, the DOM and the log.
render() {
    local name=$1 page=$2 scheme=$3
    timeout 60 chromium --headless=new --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$folder/profile" \
        --blink-settings=preferredColorScheme="$scheme" --window-size="${SIZE:-1300,2400}" --virtual-time-budget=8000 \
        --enable-logging=stderr --screenshot="$folder/$name.png" --dump-dom "http://127.0.0.1:$port/$page/" \
        > "$folder/$name.html" 2> "$folder/$name.log"
}

for page in "${pages[@]}"; do
    for scheme in light dark; do
        name=${page//\//-}-$scheme
        render "$name" "$page" "$([[ $scheme == dark ]] && echo 0 || echo 1)" || complain "$name" "the browser failed"
        grep -q '<h1' "$folder/$name.html" || complain "$name" "has no title"
        if grep -E "CONSOLE.*(Uncaught|Error)" "$folder/$name.log"; then complain "$name" "a script failed"; fi
        [[ -s $folder/$name.png ]] || complain "$name" "has no picture"
    done
done
if grep "^not found" "$folder/server.log"; then complain "server" "files were not found"; fi
(( failed == 0 )) && echo "holds  ${#pages[@]} pages are rendered, light and dark; pictures are in $folder"
exit $failed

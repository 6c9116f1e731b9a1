#!/usr/bin/env bash
# Opens a page in Chromium without a window, waits until a condition in its language holds, and prints what an expression is worth then.
#   look.sh URL CONDITION EXPRESSION [SCREENSHOT.png [light|dark [WIDTHxHEIGHT]]]
set -uo pipefail
url=$1 condition=$2 expression=$3 picture=${4:-} scheme=${5:-light} size=${6:-1280x1000}
folder=$(mktemp -d)
mkfifo "$folder/in" "$folder/out"
chromium --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars --user-data-dir="$folder/profile" \
    --window-size="${size/x/,}" --remote-debugging-pipe 3< "$folder/in" 4> "$folder/out" > "$folder/log" 2>&1 &
browser=$!
exec 5> "$folder/in" 6< "$folder/out"
trap 'kill $browser 2> /dev/null; wait $browser 2> /dev/null; rm -rf "$folder"' EXIT

# Sends a command to the browser, or to its page, and leaves what it answers in `answer`.
number=0 session=
command() {
    number=$((number + 1))
    printf '{"id":%d,"method":"%s","params":%s%s}\0' $number "$1" "$2" "${session:+,\"sessionId\":\"$session\"}" >&5
    while IFS= read -r -d '' -t 30 answer <&6; do
        [[ $answer == *'"error":'* && $answer == "{\"id\":$number,"* ]] && { echo "$answer" >&2; exit 1; }
        [[ $answer == "{\"id\":$number,"* ]] && return
    done
    echo "The browser doesn't answer. $(tail -3 "$folder/log")" >&2
    exit 1
}

value() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" <<< "$answer"; }

text() { sed 's/\\/\\\\/g; s/"/\\"/g' <<< "$1" | tr '\n' ' '; }

command Target.createTarget '{"url":"about:blank"}'
command Target.attachToTarget "{\"targetId\":\"$(value targetId)\",\"flatten\":true}"
session=$(value sessionId)
command Emulation.setEmulatedMedia "{\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":\"$scheme\"}]}"
command Page.navigate "{\"url\":\"$url\"}"
for ((look = 0; look < 120; look++)); do
    command Runtime.evaluate "{\"expression\":\"String(Boolean($(text "$condition")))\"}"
    [[ $(value value) == true ]] && break
    sleep 0.25
done
[[ $(value value) == true ]] || { echo "The condition didn't hold within half a minute: $condition" >&2; exit 1; }
if [[ -n $picture ]]; then
    command Page.captureScreenshot '{"format":"png"}'
    value data | base64 -d > "$picture"
fi
command Runtime.evaluate "{\"expression\":\"String($(text "$expression"))\"}"
value value

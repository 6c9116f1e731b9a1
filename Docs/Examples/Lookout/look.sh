#!/usr/bin/env bash
# Opens a page in Chromium without a window, waits until a JavaScript condition holds, and prints
# the value of an expression, which may be a promise. With a command, it runs the command once the
# condition holds, and then waits for a second condition. It gives up after 30 seconds, or after
# SECONDS_TO_WAIT.
#   look.sh URL CONDITION EXPRESSION
#       [SCREENSHOT.png [light|dark [WIDTHxHEIGHT [COMMAND CONDITION]]]]
set -uo pipefail
url=$1 condition=$2 expression=$3 picture=${4:-} scheme=${5:-light} size=${6:-1280x1000} action=${7:-} then=${8:-}
limit=${SECONDS_TO_WAIT:-30}
folder=$(mktemp -d)
mkfifo "$folder/in" "$folder/out"
chromium --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars --user-data-dir="$folder/profile" \
    --remote-debugging-pipe 3< "$folder/in" 4> "$folder/out" > "$folder/log" 2>&1 &
browser=$!
exec 5> "$folder/in" 6< "$folder/out"
# The browser's processes may write to the folder until they have ended.
end() {
    kill $browser 2> /dev/null
    wait $browser 2> /dev/null
    until rm -rf "$folder" 2> /dev/null; do sleep 0.1; done
}
trap end EXIT

# Sends a command to the browser, or to its page, and stores the reply in `answer`.
number=0 session=
command() {
    number=$((number + 1))
    printf '{"id":%d,"method":"%s","params":%s%s}\0' $number "$1" "$2" "${session:+,\"sessionId\":\"$session\"}" >&5
    while IFS= read -r -d '' -t "$limit" answer <&6; do
        [[ $answer == *'"error":'* && $answer == "{\"id\":$number,"* ]] && { echo "$answer" >&2; exit 1; }
        [[ $answer == "{\"id\":$number,"* ]] && return
    done
    echo "The browser doesn't respond. $(tail -3 "$folder/log")" >&2
    exit 1
}

value() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" <<< "$answer"; }

text() { sed 's/\\/\\\\/g; s/"/\\"/g' <<< "$1" | tr '\n' ' '; }

command Target.createTarget '{"url":"about:blank"}'
command Target.attachToTarget "{\"targetId\":\"$(value targetId)\",\"flatten\":true}"
session=$(value sessionId)
command Emulation.setEmulatedMedia "{\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":\"$scheme\"}]}"
command Emulation.setDeviceMetricsOverride "{\"width\":${size%x*},\"height\":${size#*x},\"deviceScaleFactor\":1,\"mobile\":false}"
command Page.navigate "{\"url\":\"$url\"}"

# Polls a condition until it holds.
wait_until() {
    for ((look = 0; look < limit * 4; look++)); do
        command Runtime.evaluate "{\"expression\":\"String(Boolean($(text "$1")))\"}"
        [[ $(value value) == true ]] && return
        sleep 0.25
    done
    echo "The condition didn't hold within $limit seconds: $1" >&2
    exit 1
}

wait_until "$condition"
if [[ -n $action ]]; then
    bash -c "$action" > "$folder/action" 2>&1 || { cat "$folder/action" >&2; exit 1; }
    wait_until "$then"
fi
if [[ -n $picture ]]; then
    command Page.captureScreenshot '{"format":"png"}'
    value data | base64 -d > "$picture"
fi
command Runtime.evaluate "{\"awaitPromise\":true,\"expression\":\"Promise.resolve($(text "$expression")).then(String)\"}"
value value

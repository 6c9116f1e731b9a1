#!/usr/bin/env bash
# Runs the example for some seconds as two processes with a Redis server between them, and reports
# which rows arrived.
#   relay.sh PROGRAM [SECONDS]
set -uo pipefail
program=$1 seconds=${2:-8}
folder=$(mktemp -d)
port=$((20000 + RANDOM % 20000))
server='' front='' collector=''
trap 'kill $front $collector $server 2> /dev/null; wait; rm -rf "$folder"' EXIT
# Control-C reaches only this script, which ends the collector first, as at the end of the time.
trap 'kill $collector 2> /dev/null' INT
setsid redis-server --port $port --bind 127.0.0.1 --dir "$folder" --save '' > "$folder/server.log" 2>&1 &
server=$!
for ((look = 0; look < 100; look++)); do
    [[ $(redis-cli -p $port ping 2> /dev/null) == PONG ]] && break
    sleep 0.1
done
# The grace period lets them end by themselves even on a slow machine.
setsid "$program" --grace 60 --front 127.0.0.1:$port > "$folder/front" &
front=$!
setsid "$program" --grace 60 --collect 127.0.0.1:$port --seconds "$seconds" > "$folder/collector" &
collector=$!
until grep -q /events "$folder/front" || ! kill -0 $front 2> /dev/null; do sleep 0.1; done
echo "One process follows logs and publishes each line to a Redis server, port $port. Another receives and serves them."
cat "$folder/front"
echo "Ends in $seconds s. Control-C ends it now; \`make demo-relay ARGS=600\` keeps it running for ten minutes."
status=0
# Control-C interrupts the first wait.
wait $collector
wait $collector || status=1
curl -s "$(grep -om1 'http://[0-9.:]*' "$folder/front")/report" | head -3
sleep 1
kill $front
wait $front || status=1
echo "The collector:" && cat "$folder/collector"
echo "The front:" && grep -v '/' "$folder/front"
rows=$(sed -n 's/.* stored \([0-9]*\) rows in .*/\1/p' "$folder/collector")
if [[ $(sed -n 's/.* \([0-9]*\) rows came.*/\1/p' "$folder/front") == "$rows" ]]; then
    echo "All $rows rows arrived."
else
    echo "Not all rows arrived." && status=1
fi
exit $status

#!/usr/bin/env bash
# Runs the example as two processes with a Redis server between them, for some seconds, and tells what came through.
#   relay.sh PROGRAM [SECONDS]
set -uo pipefail
program=$1 seconds=${2:-8}
folder=$(mktemp -d)
port=$((20000 + RANDOM % 20000))
redis-server --port $port --bind 127.0.0.1 --dir "$folder" --save '' > "$folder/server.log" 2>&1 &
server=$!
trap 'kill $server; wait $server; rm -rf "$folder"' EXIT
for ((look = 0; look < 100; look++)); do
    [[ $(redis-cli -p $port ping 2> /dev/null) == PONG ]] && break
    sleep 0.1
done
# Time enough to end by themselves, also on a slow machine.
"$program" --grace 60 --front 127.0.0.1:$port > "$folder/front" &
front=$!
"$program" --grace 60 --collect 127.0.0.1:$port --seconds "$seconds" > "$folder/collector" &
collector=$!
sleep $((seconds - 1))
cat "$folder/front"
curl -s "$(grep -o 'http://[0-9.:]*' "$folder/front")/report" | head -3
status=0
wait $collector || status=1
sleep 1
kill $front
wait $front || status=1
echo "The collector:" && cat "$folder/collector"
echo "The front:" && tail -n +2 "$folder/front"
rows=$(sed -n 's/.* \([0-9]*\) rows are in .*/\1/p' "$folder/collector")
[[ $(sed -n 's/.* \([0-9]*\) rows came.*/\1/p' "$folder/front") == "$rows" ]] || { echo "Not all rows came through." && status=1; }
exit $status

#!/usr/bin/env bash
# Checks that the page about memory orders is complete: that it quotes each line of the library that names an ordering as
# often as the line is there, and that each line it quotes, of the library or a model, is still in the file that it names.
#
# A quote is a block of Swift or C++. Its first line is a comment that names the file, as `// Runtime/Lanes/Lane.swift`.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
page=${1:-$root/Docs/SwiftObserver.docc/MemoryOrders.md}
sources=$root/Sources/SwiftObserver

# Prints file and line of each quoted line. A file of the library is named by its path there, a model by its name.
quotes() {
    awk '
        { sub(/^[ \t]+/, ""); sub(/[ \t]+$/, "") }
        /^```/ { isCode = /^```(swift|cpp)$/; file = ""; next }
        isCode && file == "" { if ($0 !~ /^\/\/ [A-Za-z\/]+\.[a-z]+$/) { print "?\t" $0 } ; file = substr($0, 4); next }
        isCode && $0 != "" { print file "\t" $0 }' "$page"
}

trimmed() { sed 's/^[[:space:]]*//; s/[[:space:]]*$//' "$1"; }

failed=0
complain() { echo "WRONG  MemoryOrders.md: $1"; failed=1; }

while IFS=$'\t' read -r file line; do
    case $file in
        '?') complain "a quote doesn't begin with its file: $line"; continue ;;
        *.swift) path=$sources/$file ;;
        *) path=$root/Stress/Models/$file ;;
    esac
    if [[ ! -e $path ]]; then complain "there's no file $file"
    elif ! grep -qxF -- "$line" <(trimmed "$path"); then complain "$file doesn't contain: $line"; fi
done < <(quotes)

# The lines that name an ordering, in the library and on the page, each with its file and how often it's there.
orderings() { awk -F '\t' '$1 ~ /swift$/ && $2 ~ /[oO]rdering:/' | LC_ALL=C sort | uniq -c | sed 's/^ *//'; }
shims=./Runtime/Exploration/SchedulerShims.swift
inLibrary=$(cd "$sources" && find . -name '*.swift' ! -path $shims | sort | sed 's|^\./||' | while read -r file; do
    trimmed "$file" | sed "s|^|$file\t|"
done | orderings)
onPage=$(quotes | orderings)
while read -r line; do complain "is only in the library (times, file, line): $line"; done \
    < <(LC_ALL=C comm -23 <(LC_ALL=C sort <<< "$inLibrary") <(LC_ALL=C sort <<< "$onPage"))
while read -r line; do [[ -n $line ]] && complain "is only on the page (times, file, line): $line"; done \
    < <(LC_ALL=C comm -13 <(LC_ALL=C sort <<< "$inLibrary") <(LC_ALL=C sort <<< "$onPage"))

(( failed == 0 )) && echo "holds  MemoryOrders.md quotes all $(awk '{ sum += $1 } END { print sum }' <<< "$inLibrary") lines that name an ordering"
exit $failed

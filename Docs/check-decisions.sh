#!/usr/bin/env bash
# Checks the records of decisions: numbers without gaps, a status and a date, links in both
# directions, a complete index, and the status page. With --write, writes that page.
set -euo pipefail
cd "$(dirname "$0")/SwiftObserver.docc"
failed=0
complain() { echo "WRONG  $1: $2"; failed=1; }

# Prints the targets of a record's field.
links() { sed -n "s/^\*\*$2:\*\*.*<doc:\(.*\)>\.$/\1/p" "Decisions/$1.md" 2> /dev/null; }

# Complains if the record's field doesn't link to the other record.
mustLink() { links "$1" "$2" | grep -qxF -- "$3" || complain "$1" "has no field '$2' that links to $3"; }

number=0
for file in Decisions/*.md; do
    number=$((number + 1))
    name=$(basename "$file" .md)
    [[ $name == "$(printf '%04d' $number)"-* ]] || complain "$name" "should have the number $number"
    [[ $(sed -n 1p "$file") == "# $number. "* ]] || complain "$name" "the title should start with '$number.'"
    sed -n 3p "$file" | grep -qxE '\*\*Status:\*\* (accepted|superseded on 20[0-9]{2}-[0-9]{2}-[0-9]{2} by <doc:[^>]+>)\.' ||
        complain "$name" "the third line should be the status"
    sed -n 4p "$file" | grep -qxE '\*\*Date:\*\* 20[0-9]{2}-[0-9]{2}-[0-9]{2}\.' || complain "$name" "the fourth line should be the date"
    for other in $(links "$name" Status); do mustLink "$other" Supersedes "$name"; done
    for other in $(links "$name" Supersedes); do mustLink "$other" Status "$name"; done
    for other in $(links "$name" Extends); do mustLink "$other" "Extended by" "$name"; done
    for other in $(links "$name" "Extended by"); do mustLink "$other" Extends "$name"; done
done
diff <(sed -n 's/^- <doc:\([0-9].*\)>$/\1/p' Decisions.md | sort) <(basename -s .md Decisions/*.md) ||
    complain Decisions.md "should list each record once"

# Prints the status page, up to the row of the last record.
status() {
    sed '/^|---/q' DecisionStatus.md
    local file name
    for file in Decisions/*.md; do
        name=$(basename "$file" .md)
        echo "| <doc:$name> | $(sed -n '4s/^\*\*Date:\*\* \(.*\)\.$/\1/p' "$file") |" \
            "$(sed -n -e '3s/^\*\*Status:\*\* \(.*\)\.$/\1/p' \
                -e '5,12s/^\*\*\(Extends\|Extended by\|Supersedes\):\*\* \(.*\)\.$/\L\1\E \2/p' "$file" |
                paste -sd ';' | sed 's/;/; /g') |"
    done
}
page=$(status)
if [[ ${1:-} == --write ]]; then
    echo "$page" > DecisionStatus.md
elif ! diff DecisionStatus.md - <<< "$page"; then
    complain DecisionStatus.md "is out of date. Run Docs/check-decisions.sh --write"
fi
exit $failed

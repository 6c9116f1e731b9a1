// The observations for which something waits, and the others on demand.

import { find, keep, make, say, set } from "./nodes.js";
import {
    count, counted, cut, duration, groups, isRunningLong, limits, observer, place, secondsBehind, trouble,
} from "./words.js";

// The choices of the visitor: lines of code of which all observations are shown, also those for which nothing waits.
export const rows = { line: "", areAll: false };

const shownOfLine = 3, minute = 60, looks = 10;

// Why messages wait.
function reason(o, state) {
    const { kind } = trouble(o, state), prefix = kind ? `${kind}: ` : "";
    if (isRunningLong(o)) return `${prefix}runs for ${duration(o.runningSeconds)}`;
    const seconds = secondsBehind(o, state);
    if (seconds) return `${prefix}waiting for its client for ${duration(seconds)}`;
    const busy = Math.round(100 * (o.busyShare ?? 0));
    return busy || kind === "slow" ? `${prefix}busy ${busy} %` : kind;
}

// A single message that waits at a single look is on its way. So rows don't come and go with each message.
const isNotable = (o, history, state) => o.missed > 0 || trouble(o, state).kind !== ""
    || [...history.slice(-looks), o.waiting].filter(waiting => waiting > 0).length > 1;

// The row of an observation.
function row(o, observable, state) {
    const history = observable.history[o.position] ?? [], { look } = trouble(o, state);
    return { key: `${o.observable} ${o.position}`, o, history, look, count: 1, isNotable: isNotable(o, history, state) };
}

// The rows of the observations that began in one line of code. The last one is for those that aren't listed.
function rowsOfLine(line, observable, state) {
    const all = line.shown.map(o => row(o, observable, state)), { rest } = line, { kind, look } = trouble(rest.first, state);
    const isOpen = line.began === rows.line && line.total > shownOfLine;
    const isLast = rest.waiting > limits.waiting || rest.missed > 0 || kind !== "";
    if (rest.count || isOpen) {
        const name = observable.observable;
        all.push({ key: `${name} ${line.began}`, line, name, isOpen, look, count: rest.count, isNotable: isLast });
    }
    return isOpen ? all.map(row => ({ ...row, isNotable: true })) : all;
}

const limit = began => began === rows.line ? Infinity : shownOfLine;

const allRows = state => state.observables.flatMap(observable => (
    groups(observable, limit).flatMap(line => rowsOfLine(line, observable, state))
));

const cell = (label, look = "", node = make("span")) => make("td", { "data-label": label, class: look }, node);

function build(row) {
    if (row.line) {
        const button = make("td", { colspan: 8 }, make("button", { type: "button" }));
        return make("tr", {}, cell("observable"), cell("observer"), button);
    }
    const drawing = make("svg", { width: 2 * minute, height: 16, role: "img" }, make("polyline"));
    return make(
        "tr", {}, cell("observable"), cell("observer"), cell("where"), cell("waiting", "number"),
        make("td", {}, make("div", { class: "bar" })), cell("last minute", "", drawing), cell("handled", "number"),
        cell("missed", "number"), cell("state", "long"), make("td"));
}

// Changes the row of those that aren't listed.
function updateLine(node, { line, name, isOpen }) {
    const { shown, rest, total, began } = line, [observable, sum, action] = [...node.children].map(cell => cell.firstChild);
    const others = `${count(rest.count)} more of ${rest.first.observer ?? "dead observers"}`;
    say(observable, name);
    say(sum, isOpen ? `${count(shown.length)} of ${count(total)}` : others);
    say(action, isOpen ? "show fewer" : `show all ${count(total)} that began at ${began}`);
    set(action, { "data-line": began, "aria-expanded": isOpen });
}

// The last minute as a line, which ends at the right.
function points(history, most) {
    if (!history.length) return `0,15 ${2 * minute},15`;
    const start = minute - history.length;
    return history.map((waiting, index) => `${2 * (start + index)},${(15 - waiting / most * 14).toFixed(1)}`).join(" ");
}

function update(node, row, state, most) {
    set(node, { class: row.look });
    if (row.line) return updateLine(node, row);
    const { o, history } = row, number = /^subscriber (\d+)$/.exec(o.observerName ?? "")?.[1];
    const [observable, name, where, waiting, bar, past, handled, missed, why] = [...node.children].map(cell => cell.firstChild);
    set(node, { "data-observer": observer(o), title: o.file ? `began at ${o.file}:${o.line}` : "" });
    say(observable, o.observable);
    say(name, cut(observer(o), 60));
    say(where, place(o));
    say(waiting, count(o.waiting));
    bar.style.setProperty("--share", `${100 * o.waiting / most}%`);
    set(past, { "aria-label": `at most ${counted(Math.max(0, ...history), "message")}` });
    set(past.firstChild, { points: points(history, most) });
    say(handled, o.handled == null ? "?" : count(o.handled));
    say(missed, count(o.missed));
    say(why, reason(o, state));
    if (!number || node.lastChild.firstChild) return;
    const label = `stop subscriber ${number}`;
    node.lastChild.append(make("button", { type: "button", "data-stop": number, "aria-label": label }, "stop"));
}

const severity = ["bad", "waits", ""];

export function showRows(state) {
    const all = allRows(state).sort((a, b) => severity.indexOf(a.look) - severity.indexOf(b.look));
    const shown = all.filter(row => row.isNotable || rows.areAll);
    const quiet = all.filter(row => !row.isNotable).reduce((sum, row) => sum + row.count, 0);
    // All have one scale, so that you can compare them.
    const most = Math.max(256, ...shown.flatMap(row => row.o ? [row.o.waiting, ...row.history] : []));
    keep(find("rows"), shown, { key: row => row.key, build, update: (node, row) => update(node, row, state, most) });
    const button = find("quiet"), others = counted(quiet, shown.length ? "other" : "observation");
    button.hidden = quiet === 0;
    set(button, { "aria-expanded": rows.areAll });
    say(button, rows.areAll ? "only those with waiting or missed messages"
        : `${others} without waiting or missed messages`);
}

// Words for what the server says, the same ones everywhere on the page.

// From when messages that wait and handlers that run need attention, as the program tells `Watch`.
export const limits = { waiting: 100, slow: 0.5, stuck: 5 };

// The page itself is a subscriber, too.
export const own = { name: "" };

export const count = number => Math.round(number).toLocaleString("en");
export const counted = (number, noun) => `${count(number)} ${noun}${number === 1 ? "" : "s"}`;
export const time = date => date.toLocaleTimeString("en-GB");
export const cut = (text, limit) => text.length > limit ? `${text.slice(0, limit - 1)}…` : text;

export function duration(seconds) {
    if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
    if (seconds < 120) return `${Math.floor(seconds)} s`;
    return seconds < 7200 ? `${Math.floor(seconds / 60)} min` : `${count(Math.floor(seconds / 3600))} h`;
}

export function place(o) {
    const [kind, value] = Object.entries(o.place)[0], name = Object.values(value)[0];
    if (kind === "inPlace") return "in place";
    if (kind === "queue") return name ? `queue "${name}"` : "unnamed queue";
    return kind === "actor" ? `actor ${name}` : name ?? kind;
}

// The line of code in which an observation began, if that's known.
export const line = o => o.file ? `${o.file}:${o.line}` : "?:0";

export function observer(o) {
    if (o.observerName && o.observerName === own.name) return "this page";
    return o.observerName ?? (o.file ? `${o.observer} ${line(o)}` : o.observer ?? "(dead)");
}

export const isRunningLong = o => o.runningSeconds > limits.slow;
export const isStuck = o => o.runningSeconds > limits.stuck;

// For how many seconds the client of an observer has been behind, if the observer is a subscriber.
export const secondsBehind = (o, state) => state.secondsBehind[o.observerName] ?? 0;
export const isBehind = (o, state) => o.waiting > limits.waiting || secondsBehind(o, state) > 3;

// Lines of code in which more and more observations began that still live. Subscribers may be many.
const mayGrow = began => began.startsWith("Lookout/Subscriber.swift");
export const leaks = state => state.growing.filter(({ began, count }) => count > 3 && !mayGrow(began));

// The fault of an observation, as a kind of alert and as a class.
export function trouble(o, state) {
    if (isStuck(o)) return { kind: "stuck", look: "bad" };
    if (leaks(state).some(({ began }) => began === line(o))) return { kind: "leak", look: "bad" };
    return isRunningLong(o) || isBehind(o, state) ? { kind: "slow", look: "waits" } : { kind: "", look: "" };
}

// The observations of an observable by the line of code in which they began. In each line, those come first for which most
// messages wait, and of the others only sums are known.
export function groups(observable, limit) {
    const found = new Map();
    for (const o of observable.observations) found.set(line(o), [...found.get(line(o)) ?? [], o]);
    return [...found].map(([began, all]) => {
        const sorted = all.toSorted((a, b) => b.waiting - a.waiting || b.missed - a.missed);
        const shown = sorted.slice(0, limit(began)), unlisted = sorted.slice(limit(began));
        const others = observable.others.find(others => others.began === began) ?? { count: 0, waiting: 0, missed: 0 };
        const sum = key => unlisted.reduce((sum, o) => sum + o[key], others[key]);
        const rest = {
            count: unlisted.length + others.count, waiting: sum("waiting"), missed: sum("missed"),
            first: unlisted[0] ?? sorted.at(-1),
        };
        return { began, shown: shown.sort((a, b) => a.position - b.position), rest, total: shown.length + rest.count };
    });
}

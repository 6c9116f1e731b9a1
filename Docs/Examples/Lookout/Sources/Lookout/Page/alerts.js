// The alerts: one for each cause, which says what to do.

import { find, keep, make, say, set } from "./nodes.js";
import {
    count, counted, duration, isBehind, isStuck, leaks, line, observer, place, secondsBehind, time,
} from "./words.js";

const waiting = o => `${counted(o.waiting, "message")} of ${o.observable} ${o.waiting === 1 ? "waits" : "wait"}`;
const missed = o => o.missed ? `, and it missed ${count(o.missed)}` : "";
const capitalized = text => text[0].toUpperCase() + text.slice(1);
const observations = state => state.observables.flatMap(({ observations }) => observations);

// Handlers that run long, one for each line of code. One that waits for another on its thread isn't the cause.
function causes(state) {
    const found = new Map();
    for (const call of state.slow) {
        const o = call.observations[0];
        if (call.isOuter || !o) continue;
        const cause = found.get(line(o)) ?? { call, o, count: 0 };
        cause.count += 1;
        found.set(line(o), cause);
    }
    return [...found.values()];
}

// Whether a handler that runs long is why messages wait for another observation.
const isCause = (o, other) => line(o) === line(other)
    || place(o) === place(other) && (place(o) !== "in place" || o.observable === other.observable);

function alertOfHandler({ call, o, count: number }, state) {
    const kind = isStuck({ runningSeconds: call.seconds }) ? "stuck" : "slow", source = o.file ? `\`${line(o)}\`` : "its code";
    const where = [place(o), call.thread ? `thread ${call.thread}` : ""].filter(Boolean).join(", ");
    const others = observations(state).filter(other => other.waiting && line(other) !== line(o) && isCause(o, other));
    const alsoRun = number > 1 ? ` So do ${count(number - 1)} more that began there.` : "";
    const alsoWait = others.length ? ` It also blocks ${counted(others.length, "other observation")}.` : "";
    return {
        key: `handler ${line(o)}`, kind, look: kind === "stuck" ? "bad" : "waits",
        text: `The handler of ${observer(o)} has been running for ${duration(call.seconds)} (${where}).${alsoRun} `
            + `${waiting(o)}${missed(o)}.${alsoWait}`,
        action: kind === "stuck" ? `Look at ${source}: the handler blocks or never returns.`
            : `Look at ${source}: the handler is slow. Let it do less, or give it a queue of its own.`,
    };
}

function alertOfSubscriber(o, state) {
    const seconds = secondsBehind(o, state), left = Math.max(0, state.patience - seconds);
    const since = seconds ? `has lagged behind for ${duration(seconds)}` : "lags behind";
    return {
        key: `behind ${o.observerName}`, kind: "slow", look: "waits",
        text: `${capitalized(observer(o))} ${since}, because its client reads too slowly. `
            + `${waiting(o)} (${place(o)})${missed(o)}.`,
        action: `Stop it with the button below, or wait: it will be cut off in ${duration(left)}. `
            + `It started at \`${line(o)}\`.`,
    };
}

const alertOfBacklog = o => ({
    key: `behind ${o.observable} ${o.position}`, kind: "slow", look: "waits",
    text: `${waiting(o)} for ${observer(o)} (${place(o)})${missed(o)}: they arrive faster than its handler returns.`,
    action: `Look at \`${line(o)}\`: let the handler do less, handle batches, or keep only the newest messages.`,
});

// Of those that began in one line of code, some have an alert of their own, and the others share one.
function alertsOfBacklogs(state, causes) {
    const all = observations(state).filter(o => isBehind(o, state) && !causes.some(cause => isCause(cause.o, o)));
    return [...Map.groupBy(all, line)].flatMap(([began, behind]) => {
        const isSubscriber = o => /^subscriber \d+$/.test(o.observerName ?? ""), rest = behind.slice(3);
        const alerts = behind.slice(0, 3).map(o => isSubscriber(o) ? alertOfSubscriber(o, state) : alertOfBacklog(o));
        const text = `Also behind: ${count(rest.length)} more that started at \`${began}\`.`;
        return rest.length ? [...alerts, { key: `behind ${began}`, kind: "slow", look: "waits", text, action: "" }] : alerts;
    });
}

// A leak and a mistake in one line of code are one cause.
function alertsOfLines(state) {
    const mistakes = new Map(state.mistakes.map(mistake => [line(mistake), mistake.description]));
    const leaking = new Map(leaks(state).slice(0, 5).map(({ began, count }) => [began, count]));
    return [...new Set([...leaking.keys(), ...mistakes.keys()])].map(began => {
        const number = leaking.get(began), mistake = mistakes.get(began), key = `line ${began}`;
        if (!number) return { key, kind: "mistake", look: "bad", text: mistake, action: `Look at \`${began}\`.` };
        return {
            key, kind: "leak", look: "bad",
            text: `${counted(number, "observation")} that started at \`${began}\` are active, and their number grows.`,
            action: mistake ?? "End observations that are no longer needed, and capture observers weakly.",
        };
    });
}

function alertsOfHealth({ health }) {
    const whole = ["store", "configuration", "relay"].map(kind => ({ kind, look: "bad", text: health[kind] }));
    const files = Object.entries(health.files).slice(0, 5)
        .map(([path, text]) => ({ kind: "file", look: "waits", text: `${path}: ${text}` }));
    return [...whole, ...files].filter(({ text }) => text)
        .map(alert => ({ ...alert, key: `${alert.kind} ${alert.text}`, action: "" }));
}

// The latest one says what to do, and the others needn't repeat it.
function alertOfEnding({ subscriber, reason, secondsBehind, missed, time: seconds, successor }, index) {
    const isCutOff = reason === "cutOff", when = time(new Date(seconds * 1000));
    const how = isCutOff ? `cut off at ${when}, after it had lagged behind for ${duration(secondsBehind)}`
        : `stopped by hand at ${when}`;
    return {
        key: `${subscriber}`, kind: isCutOff ? "cut off" : "stopped", look: isCutOff ? "waits" : "",
        text: `Subscriber ${subscriber} was ${how}.${missed ? ` It missed ${counted(missed, "message")}.` : ""}`
            + (successor ? ` Its client reconnected as subscriber ${successor}.` : ""),
        action: isCutOff && index === 0 ? "Let its client read faster, or increase `--patience`." : "",
    };
}

const item = {
    key: alert => alert.key,
    build: () => make("li", {}, ...["tag", "text", "action"].map(name => make("span", { class: name }))),
    update: (node, { kind, look, text, action }) => {
        set(node, { class: look });
        [kind, text, action].forEach((text, index) => say(node.children[index], text));
    },
};

export function showAlerts(state) {
    const found = causes(state), endings = state.endings.toReversed().map(alertOfEnding);
    const alerts = [
        ...found.map(cause => alertOfHandler(cause, state)), ...alertsOfLines(state), ...alertsOfHealth(state),
        ...alertsOfBacklogs(state, found),
    ];
    keep(find("alerts"), alerts, item);
    keep(find("endings"), endings, item);
    find("calm").hidden = alerts.length > 0;
    find("past").hidden = endings.length === 0;
    document.title = alerts.length ? `${alerts[0].kind} · Lookout` : "Lookout";
}

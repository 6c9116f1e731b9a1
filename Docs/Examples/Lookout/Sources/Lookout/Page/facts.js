// The numbers at the top.

import { find, keep, make, say } from "./nodes.js";
import { count, duration } from "./words.js";

// The previous answer of the server, which shows how fast rows come.
let before = null;

function rate(state) {
    const { stored, uptime } = state, seconds = before ? uptime - before.uptime : 0;
    if (!before || seconds < 0) before = { stored, uptime, rate: "–" };
    else if (seconds > 0.5) before = { stored, uptime, rate: count((stored - before.stored) / seconds) };
    return before.rate;
}

const levels = ["error", "warning", "info", "debug"];
const gigabytes = kilobytes => (kilobytes / 1048576).toFixed(1);

export function showFacts(state) {
    const { machine, tally } = state;
    const groups = {
        rows: state.stored == null ? { stored: "elsewhere" } : { stored: count(state.stored), "a second": rate(state) },
        subscribers: {
            current: count(state.subscribers), "cut off": count(state.cutOff), stopped: count(state.stopped),
        },
        lines: Object.fromEntries(levels.map(level => [level, count(tally.levels[level] ?? 0)])),
        machine: {
            processors: `${count(100 * machine.busyShare)} %`, load: machine.load.toFixed(1),
            GB: `${gigabytes(machine.memoryUsed)} of ${gigabytes(machine.memoryTotal)}`,
        },
    };
    say(find("uptime"), `up ${duration(state.uptime)}`);
    keep(find("facts"), Object.entries(groups), {
        key: ([title]) => title,
        build: ([title]) => make("div", {}, make("dt", {}, title)),
        update: (node, [, facts]) => {
            const known = [...node.querySelectorAll("dd")];
            Object.entries(facts).forEach(([name, value], index) => {
                const fact = known[index] ?? node.appendChild(make("dd", {}, make("b"), " ", make("span")));
                say(fact.firstChild, value);
                say(fact.lastChild, name);
            });
        },
    });
}

// Asks the server once a second, and shows what it says.

import { showAlerts } from "./alerts.js";
import { showFacts } from "./facts.js";
import { showGraph } from "./graph.js";
import { follow } from "./lines.js";
import { find, say } from "./nodes.js";
import { rows, showRows } from "./rows.js";
import { duration, time } from "./words.js";

let answered = new Date(), timer = null, latest = null;

async function ask() {
    const query = rows.line ? `?all=${encodeURIComponent(rows.line)}` : "";
    const answer = await fetch(`/inspect${query}`, { signal: AbortSignal.timeout(5000) });
    return answer.ok ? answer.json() : Promise.reject(new Error(`${answer.status}`));
}

function show(state) {
    latest = state;
    showFacts(state);
    showAlerts(state);
    showGraph(state);
    showRows(state);
}

function showLoss(isLost) {
    document.body.classList.toggle("lost", isLost);
    find("lost").hidden = !isLost;
    const seconds = (Date.now() - answered) / 1000;
    if (isLost) say(
        find("lost"),
        `No response since ${time(answered)}, for ${duration(seconds)}. The page shows the state at that time.`);
}

async function refresh() {
    clearTimeout(timer);
    const state = await ask().catch(() => null);
    if (state) answered = new Date();
    showLoss(!state);
    if (state) show(state);
    clearTimeout(timer);
    timer = setTimeout(refresh, 1000);
}

// Shows all observations that began in a line of code, or no longer.
function toggle(line) {
    rows.line = rows.line === line ? "" : line;
    refresh();
    if (rows.line) find("waits-title").scrollIntoView({ block: "nearest" });
}

document.addEventListener("click", async event => {
    const target = event.target.closest("[data-stop], [data-line], #quiet");
    if (!target) return;
    if (target.dataset.stop) await fetch(`/stop?subscriber=${target.dataset.stop}`, { method: "POST" }).then(refresh, () => {});
    else if (target.dataset.line) toggle(target.dataset.line);
    else {
        rows.areAll = !rows.areAll;
        showRows(latest);
    }
});

document.addEventListener("keydown", event => {
    if (event.target.matches("g[data-line]") && ["Enter", " "].includes(event.key)) {
        event.preventDefault();
        toggle(event.target.dataset.line);
    }
});

follow();
refresh();

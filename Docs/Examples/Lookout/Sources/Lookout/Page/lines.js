// The lines that this page gets as a subscriber.

import { find } from "./nodes.js";
import { counted, own } from "./words.js";

const limit = 8, lines = [];

export function follow() {
    const events = new EventSource("/events");
    const on = (name, handle) => events.addEventListener(name, event => handle(JSON.parse(event.data)));
    on("subscriber", ({ number }) => { own.name = `subscriber ${number}`; });
    on("line", ({ level, file, text }) => lines.push(`${level.padEnd(8)}${file}  ${text}`));
    on("missed", ({ count }) => lines.push(`        missed ${counted(count, "message")} here`));
    setInterval(() => {
        lines.splice(0, lines.length - limit);
        const text = lines.join("\n");
        if (find("lines").textContent !== text) find("lines").textContent = text;
    }, 250);
}

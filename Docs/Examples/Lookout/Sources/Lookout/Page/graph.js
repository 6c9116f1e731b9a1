// The graph of observables and observers. One that is both, by its name, is one node.

import { arrange, size } from "./layout.js";
import { find, keep, make, say, set } from "./nodes.js";
import { count, counted, cut, duration, groups, isRunningLong, limits, observer, place, trouble } from "./words.js";

// Observations that began in the same line of code have at most that many nodes, and one for the rest.
const drawnOfLine = 10;

const longestLabel = 36;

// Nodes and edges, which become more complete with each observation.
class Model {

    nodes = new Map();
    edges = new Map();

    node(key, values) {
        const node = this.nodes.get(key) ?? { key, detail: "", look: "" };
        this.nodes.set(key, Object.assign(node, values));
        return node;
    }

    // Adds observations, of which only sums are known, to an edge.
    edge(from, to, label, { waiting, missed }, count, look) {
        const key = `${from.key} → ${to.key} ${label}`;
        const edge = this.edges.get(key) ?? { key, from, to, label, waiting: 0, missed: 0, count: 0, look: "" };
        edge.waiting += waiting;
        edge.missed += missed;
        edge.count += count;
        edge.look ||= look;
        this.edges.set(key, edge);
    }

    // Adds an observation, and returns the node of its observer.
    add(o, from, state) {
        const { kind, look } = trouble(o, state), known = this.nodes.get(observer(o)), values = {};
        if (look || !known?.look) values.look = look;
        const detail = isRunningLong(o) ? `${kind}: runs for ${duration(o.runningSeconds)}` : kind || (o.observer ?? "");
        if (!known?.isSource && (look || !known?.look)) values.detail = detail;
        const to = this.node(observer(o), values);
        this.edge(from, to, place(o), o, 1, look);
        return to;
    }

    // Adds the observations of an observable that began in one line of code.
    addLine({ began, shown, total, rest }, from, state) {
        const nodes = new Set(shown.map(o => this.add(o, from, state))), [first] = nodes, isOneNode = nodes.size === 1;
        if (isOneNode && total > 3) {
            const kind = trouble(shown[0], state).kind || "all";
            Object.assign(first, { line: began, detail: `${kind}: list ${counted(total, "observation")}` });
        }
        if (!rest.count) return;
        const look = rest.waiting > limits.waiting * rest.count ? "waits" : "";
        if (isOneNode) return this.edge(from, first, place(rest.first), rest, rest.count, look);
        const name = `${count(rest.count)} more of ${rest.first.observer ?? "dead observers"}`;
        this.edge(from, this.node(name, { line: began, detail: `list all ${count(total)}` }), "", rest, rest.count, look);
    }
}

function model(state) {
    const model = new Model();
    for (const { observable, sent } of state.observables) {
        model.node(observable, { isSource: true, detail: `${count(sent)} sent` });
    }
    for (const observable of state.observables) {
        const from = model.nodes.get(observable.observable);
        for (const line of groups(observable, () => drawnOfLine)) model.addLine(line, from, state);
    }
    const edges = [...model.edges.values()].filter(({ from, to }) => from !== to);
    for (const edge of edges) edge.labelLength = Math.max(above(edge).length, below(edge).length);
    return { nodes: [...model.nodes.values()], edges };
}

// The texts above and below an edge.
const label = parts => cut(parts.filter(Boolean).join(" · "), longestLabel);
const above = edge => label([edge.count > 1 ? `${count(edge.count)} ×` : "", edge.label]);
const below = ({ waiting, missed }) => label([
    waiting ? `${count(waiting)} waiting` : "", missed ? `${count(missed)} missed` : "",
]);

const labels = edge => [[above(edge), -6], [below(edge), 14]].filter(([text]) => text).map(([text, offset]) => (
    { key: `${edge.key} ${offset}`, text, look: edge.look, x: edge.labelX, y: edge.labelY + offset }
));

const key = item => item.key;

const drawnEdge = {
    key,
    build: () => make("path"),
    update: (path, { path: d, look, waiting, count }) => {
        set(path, { d, class: look, "stroke-width": 1 + Math.min(4, Math.log10(1 + waiting / count) * 1.7) });
    },
};

const drawnLabel = {
    key,
    build: () => make("text", { "text-anchor": "end" }),
    update: (node, { x, y, look, text }) => {
        set(node, { x, y, class: `small ${look}` });
        say(node, text);
    },
};

const drawnNode = {
    key,
    build: () => make("g", {}, make("rect", { width: size.wide }), make("text"), make("text", { class: "small" })),
    update: (group, { key, x, y, high, isSource, look, detail, line }) => {
        const [rect, name, small] = group.children;
        set(group, { class: look || (isSource ? "source" : ""), "data-line": line });
        set(group, line ? { role: "button", tabindex: 0 } : { role: "", tabindex: "" });
        set(rect, { x, y, height: high, rx: isSource ? 17 : 4 });
        set(name, { x: x + 14, y: y + high / 2 - 3 });
        set(small, { x: x + 14, y: y + high / 2 + 11 });
        say(name, cut(key, 25));
        say(small, cut(detail, 30));
    },
};

export function showGraph(state) {
    const { nodes, edges } = model(state), { width, height } = arrange(nodes, edges);
    set(find("graph"), { width, height, viewBox: `0 0 ${width} ${height}` });
    const drawn = edges.filter(edge => edge.path);
    keep(find("edges"), drawn, drawnEdge);
    keep(find("labels"), drawn.flatMap(labels), drawnLabel);
    keep(find("nodes"), nodes, drawnNode);
}

// Where nodes and edges of the graph are.
//
// Nodes stand in columns, and each edge leads to the right. Between two columns, an edge first curves, and then runs
// straight to a port of its own, with its label above and below. Where it passes a column, it has a lane of its own. So
// no edge crosses a label.

export const size = { wide: 190, high: 34, port: 34, gap: 256, lane: 16, space: 12, margin: 6 };

const mean = numbers => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
const center = node => node.y + node.high / 2;

// The edges without those that would close a circle.
function withoutCircles(nodes, edges) {
    const out = Map.groupBy(edges, edge => edge.from), state = new Map(), kept = [];
    const visit = node => {
        state.set(node, "open");
        for (const edge of out.get(node) ?? []) {
            if (state.get(edge.to) === "open") continue;
            kept.push(edge);
            if (!state.has(edge.to)) visit(edge.to);
        }
        state.set(node, "done");
    };
    for (const node of nodes) if (!state.has(node)) visit(node);
    return kept;
}

// Each node is one column to the right of the last node that leads to it.
function setColumns(nodes, edges) {
    for (const node of nodes) node.column = 0;
    for (let isDone = false; !isDone;) {
        isDone = true;
        for (const { from, to } of edges) if (to.column <= from.column) [to.column, isDone] = [from.column + 1, false];
    }
}

// The pieces of edges, each from one column to the next one.
function pieces(edges, columns) {
    return edges.flatMap(edge => {
        const passed = [];
        for (let column = edge.from.column + 1; column < edge.to.column; column++) {
            passed.push({ isLane: true, column, high: size.lane });
            columns[column].push(passed.at(-1));
        }
        const all = [edge.from, ...passed, edge.to];
        return all.slice(1).map((to, index) => ({ edge, from: all[index], to }));
    });
}

// The nodes at the other ends of pieces, by the node at this end.
function neighbors(pieces, end, other) {
    const found = Map.groupBy(pieces, piece => piece[end]);
    for (const [node, own] of found) found.set(node, own.map(piece => piece[other]));
    return found;
}

// Tells nodes where they are in their column, from 0 to 1.
const rank = column => column.forEach((node, index) => { node.rank = (index + 0.5) / column.length; });

function crossings(pieces) {
    const isCrossed = (one, other) => one.from.column === other.from.column
        && (one.from.rank - other.from.rank) * (one.to.rank - other.to.rank) < 0;
    return pieces.reduce((sum, one, index) => sum + pieces.slice(index).filter(other => isCrossed(one, other)).length, 0);
}

// Lets each node be close to the middle of its neighbors, again and again, and takes the order in which fewest edges cross.
function sort(columns, pieces, before, after) {
    const sweep = (list, neighbors) => {
        for (const column of list) {
            const wanted = new Map(column.map(node => [node, mean((neighbors.get(node) ?? [node]).map(other => other.rank))]));
            rank(column.sort((a, b) => wanted.get(a) - wanted.get(b)));
        }
    };
    columns.forEach(rank);
    let best = null;
    for (let round = 0; round < 6; round++) {
        const count = crossings(pieces);
        if (!best || count < best.count) best = { count, ranks: new Map(columns.flat().map(node => [node, node.rank])) };
        if (round % 2) sweep(columns.slice(0, -1).reverse(), after); else sweep(columns.slice(1), before);
    }
    for (const column of columns) rank(column.sort((a, b) => best.ranks.get(a) - best.ranks.get(b)));
}

// Lets the nodes of a column be as close to their neighbors as they can be in this order. Nodes that would be too close to
// each other become a block, which is where its nodes want to be on average.
function stack(column, neighbors) {
    const blocks = [];
    let above = 0;
    for (const node of column) {
        const others = neighbors.get(node), wanted = others ? [mean(others.map(center)) - node.high / 2 - above] : [];
        blocks.push({ nodes: [[node, above]], wanted });
        above += node.high + size.space;
        while (blocks.length > 1) {
            const [upper, lower] = blocks.slice(-2);
            if (upper.wanted.length && lower.wanted.length && mean(upper.wanted) <= mean(lower.wanted)) break;
            const joined = { nodes: [...upper.nodes, ...lower.nodes], wanted: [...upper.wanted, ...lower.wanted] };
            blocks.splice(-2, 2, joined);
        }
    }
    for (const { nodes, wanted } of blocks) for (const [node, above] of nodes) node.y = above + (wanted.length ? mean(wanted) : 0);
}

function setHeights(columns, before, after) {
    stack(columns[0], new Map());
    for (let round = 0; round < 3; round++) {
        for (const column of columns.slice(1)) stack(column, before);
        for (const column of columns.slice(0, -1).reverse()) stack(column, after);
    }
    const top = Math.min(...columns.flat().map(node => node.y)) - size.margin;
    for (const node of columns.flat()) node.y -= top;
}

// Spreads the ends of edges over the side of a node.
function setPorts(pieces, node, end, other, step) {
    const own = pieces.filter(piece => piece[end] === node).sort((a, b) => other(a) - other(b));
    own.forEach((piece, index) => { piece[`${end}Y`] = center(node) + (index - (own.length - 1) / 2) * step(own.length); });
}

// For how long edges run straight before a column: as long as the longest label needs, in steps, so that it seldom changes.
function straightBefore(column, edges) {
    const lengths = edges.filter(edge => edge.to.column === column).map(edge => edge.labelLength);
    return Math.min(210, 20 * Math.ceil(Math.max(6, ...lengths) * 0.3 + 1));
}

// Gives nodes their `x`, `y` and `high`, and edges their `path` and where their labels end. Edges come with the number of
// characters of their longest label. An edge that would close a circle gets no path. Returns how large it all is.
export function arrange(nodes, edges) {
    const kept = withoutCircles(nodes, edges);
    setColumns(nodes, kept);
    const columnCount = Math.max(0, ...nodes.map(node => node.column)) + 1;
    const columns = Array.from({ length: columnCount }, (_, index) => nodes.filter(node => node.column === index));
    const all = pieces(kept, columns), before = neighbors(all, "to", "from"), after = neighbors(all, "from", "to");
    for (const node of nodes) node.high = Math.max(size.high, (before.get(node)?.length ?? 0) * size.port);
    sort(columns, all, before, after);
    setHeights(columns, before, after);
    for (const node of columns.flat()) node.x = size.margin + node.column * (size.wide + size.gap);
    const placed = columns.flat(), outgoing = node => count => Math.min(10, (node.high - 12) / count);
    for (const node of placed) setPorts(all, node, "to", piece => center(piece.from), () => size.port);
    for (const node of placed) setPorts(all, node, "from", piece => piece.toY, outgoing(node));
    // The only edge of a node is straight if it can be.
    for (const [node, [piece, ...others]] of Map.groupBy(all, piece => piece.from)) {
        if (!others.length && !node.isLane) piece.fromY = Math.min(Math.max(piece.toY, piece.fromY - 6), piece.fromY + 6);
    }
    for (const edge of edges) edge.path = "";
    for (const { edge, from, to, fromY, toY } of all) {
        const x = from.x + size.wide, straight = to.x - straightBefore(to.column, kept), half = (straight - x) / 2;
        const end = to.isLane ? to.x + size.wide : to.x;
        edge.path += `M${x} ${fromY}C${x + half} ${fromY} ${straight - half} ${toY} ${straight} ${toY}H${end}`;
        if (!to.isLane) Object.assign(edge, { labelX: to.x - 9, labelY: toY });
    }
    const right = Math.max(0, ...placed.map(node => node.x + size.wide));
    const bottom = Math.max(0, ...placed.map(node => node.y + node.high));
    return { width: right + size.margin, height: bottom + size.margin };
}

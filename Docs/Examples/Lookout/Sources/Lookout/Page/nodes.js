// Nodes of the document. All text gets into it as text, and never as markup.

const drawing = new Set(["svg", "g", "rect", "path", "text", "polyline"]);

export const find = id => document.getElementById(id);

export function make(name, values = {}, ...children) {
    const node = drawing.has(name) ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
    set(node, values);
    node.append(...children);
    return node;
}

// Sets those attributes that are different. An empty one is removed.
export function set(node, values) {
    for (const [name, value] of Object.entries(values)) {
        if (value === "" || value === undefined) node.removeAttribute(name);
        else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
    }
}

// Changes the text of a node where it's different, so that a selection survives. A text in backticks becomes code.
export function say(node, text) {
    const parts = String(text).split(/(`[^`]*`|\d[\d.,]*)/);
    while (node.childNodes.length > parts.length) node.lastChild.remove();
    parts.forEach((part, index) => {
        const isCode = part.startsWith("`") && index % 2 === 1, words = part.replaceAll("`", ""), old = node.childNodes[index];
        if (!old || (old.nodeName === "CODE") !== isCode) {
            const fresh = isCode ? make("code", {}, words) : document.createTextNode(words);
            if (old) old.replaceWith(fresh); else node.append(fresh);
        } else if (old.textContent !== words) (isCode ? old.firstChild : old).data = words;
    });
}

// Lets the children of a node be those of a list. A child stays the same node as long as its key is in the list.
export function keep(parent, list, { key, build, update }) {
    const old = new Map([...parent.children].map(node => [node.dataset.key, node])), nodes = new Map();
    for (const item of list) {
        let name = key(item);
        while (nodes.has(name)) name += "'";
        const node = old.get(name) ?? build(item);
        node.dataset.key = name;
        update(node, item);
        nodes.set(name, node);
    }
    for (const [name, node] of old) if (!nodes.has(name)) node.remove();
    let next = parent.firstElementChild;
    for (const node of nodes.values()) {
        if (node === next) next = next.nextElementSibling;
        // A node that is inserted anew loses the focus, and one that is moved keeps it.
        else if (node.parentNode && parent.moveBefore) parent.moveBefore(node, next);
        else parent.insertBefore(node, next);
    }
}

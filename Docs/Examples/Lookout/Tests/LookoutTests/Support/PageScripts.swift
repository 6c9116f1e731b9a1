/// Scripts that look at the page. Each defines something for the scripts after it.
enum PageScripts {

    /// Finds nodes, and the alerts about the given words.
    ///
    /// A slow machine can have other alerts.
    static func basics(about words: String) -> String {
        """
        const find = selector => document.querySelector(selector);
        const all = selector => [...document.querySelectorAll(selector)];
        const row = name => find(`[data-observer="${name}"]`);
        const alerts = all("#alerts li").filter(alert => alert.innerText.includes("\(words)"));
        const alert = alerts[0]?.innerText ?? "", tag = alerts[0]?.firstChild.textContent
        """
    }

    /// Edges of the graph that run through labels or nodes, and labels that overlap.
    static let crossings = """
        const boxes = all("#graph text").map(text => text.getBBox());
        const nodes = all("#graph rect").map(rect => rect.getBBox());
        const isIn = (box, x, y, margin) => x > box.x - margin && x < box.x + box.width + margin
            && y > box.y - margin && y < box.y + box.height + margin;
        const crossings = all("#graph path").filter(path => {
            const margin = path.getAttribute("stroke-width") / 2, length = path.getTotalLength();
            for (let at = 0; at <= length; at += 2) {
                const { x, y } = path.getPointAtLength(at);
                if (boxes.some(box => isIn(box, x, y, margin)) || nodes.some(box => isIn(box, x, y, -4))) return true;
            }
        });
        const isOver = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width
            && a.y < b.y + b.height && b.y < a.y + a.height;
        const overlaps = boxes.filter(a => boxes.some(b => a !== b && isOver(a, b)))
        """

    /// Texts with too little contrast.
    static let contrasts = """
        const linear = part => part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4;
        const light = color => {
            const [red, green, blue] = color.match(/[\\d.]+/g).map(linear);
            return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
        };
        const isFaint = (a, b) => Math.max(light(a), light(b)) / Math.min(light(a), light(b)) < 4.5;
        const style = node => getComputedStyle(node);
        const behind = node => {
            const color = style(node).backgroundColor;
            return color === "rgba(0, 0, 0, 0)" ? behind(node.parentElement) : color;
        };
        const hasText = node => [...node.childNodes].some(child => child.nodeType === 3 && child.data.trim());
        const faint = [
            ...all("body :not(svg *)").filter(node => hasText(node) && isFaint(style(node).color, behind(node))),
            ...all("#nodes text").filter(node => isFaint(style(node).fill, style(node.parentElement.firstChild).fill)),
            ...all("#labels text").filter(node => isFaint(style(node).fill, behind(find("#graph")))),
        ]
        """

    /// Arranges graphs with long edges and cycles. It's true if no edge runs through a node or a
    /// label.
    static let areManyGraphsClear = """
        import("/layout.js").then(({ arrange, size }) => {
            let seed = 1, isClear = true;
            const random = limit => (seed = seed * 48271 % 2147483647) % limit;
            for (let round = 0; round < 40; round++) {
                const nodes = Array.from({ length: 4 + random(9) }, (_, key) => ({ key })), edges = [];
                for (let number = random(20); number >= 0; number--) {
                    const [from, to] = [nodes[random(nodes.length)], nodes[random(nodes.length)]];
                    const isWanted = from.key < to.key || from !== to && random(5) === 0;
                    if (isWanted) edges.push({ from, to, labelLength: random(37) });
                }
                arrange(nodes, edges);
                const drawn = edges.filter(edge => edge.path), boxes = nodes.map(({ x, y, high }) => (
                    { x: x + 2, y: y + 2, right: x + size.wide - 2, bottom: y + high - 2 }
                ));
                for (const { labelX: right, labelY: y, labelLength } of drawn) {
                    const x = right - 5.5 * labelLength;
                    boxes.push({ x, right, y: y - 16, bottom: y - 3 }, { x, right, y: y + 3, bottom: y + 16 });
                }
                for (const { path } of drawn) {
                    const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
                    line.setAttribute("d", path);
                    for (let at = 0; at < line.getTotalLength(); at += 3) {
                        const { x, y } = line.getPointAtLength(at);
                        isClear &&= !boxes.some(box => x > box.x && x < box.right && y > box.y && y < box.bottom);
                    }
                }
            }
            return isClear;
        })
        """
}

import Foundation
import Testing

@testable import Lookout

/// The page that visitors see for each fault, in a browser.
@Suite(.serialized, .enabled(if: Browser.mayRun)) struct PageTests {

    /// Runs the program with a fault, writes lines for it, and waits until the server reports it.
    private func withFault(
        _ fault: String, _ options: String..., until told: Regex<Substring>, lines: Int = 1_000,
        use: (Running, Folder) -> Void
    ) {
        let folder = Folder()
        folder.append("<b>one</b>\n", to: "a.log")
        let arguments = ["--database", folder("db"), "--fault", fault] + options + [folder("a.log")]
        let program = Running(arguments, grace: 4)
        #expect(eventually { Client.body(of: "/inspect", program.port).contains(Self.begun[fault]!) })
        let text = String(repeating: "x", count: 300)
        folder.append((0..<lines).map { "<b>\($0)</b> \(text)\n" }.joined(), to: "a.log")
        #expect(eventually { Client.body(of: "/inspect", program.port).contains(told) })
        use(program, folder)
    }

    /// Texts that show that the fault has begun.
    private static let begun = ["slow": "\"subscriber 1\"", "stuck": "StuckArchive", "leak": "LeakedSession"]

    private let drawn = "#graph path"

    @Test func aSlowSubscriberIsOneAlertAndStaysWhereItIs() {
        withFault("slow", "--patience", "100000", until: /"missed":[1-9]/) { program, folder in
            // A visitor selects its name and moves to its button. Then the page is refreshed twice.
            let visit = """
                const up = find("#uptime").textContent;
                const isStored = find("#facts b").textContent.length > 3;
                if (!window.visit && row("subscriber 1") && alert.includes("behind for") && isStored) {
                    const name = row("subscriber 1").children[1].firstChild.firstChild;
                    window.visit = { row: row("subscriber 1"), alert: alerts[0], refreshes: [up] };
                    row("subscriber 1").querySelector("button").focus();
                    getSelection().selectAllChildren(name.parentNode);
                }
                if (window.visit && visit.refreshes.at(-1) !== up) visit.refreshes.push(up)
                """
            Browser.expect(
                at: program.port, scheme: "dark",
                using: [PageScripts.basics(about: "ubscriber 1"), visit, PageScripts.crossings, PageScripts.contrasts],
                once: "window.visit",
                after: (
                    "printf '<b>new</b>\n' >> \(folder("a.log"))",
                    "visit.refreshes.length > 2 && find('#lines').textContent.includes('new')"
                ),
                [
                    "one alert": "alerts.length === 1 && tag === 'slow'",
                    "its cause": "/^Subscriber 1 has lagged behind for/m.test(alert)",
                    "its place": "alert.includes('connection 1') && /Lookout\\/Subscriber.swift:\\d+/.test(alert)",
                    "what to do": "alert.includes('Stop it with the button below')",
                    "the row says why":
                        "/^slow: waiting for its client for/.test(row('subscriber 1').children[8].textContent)",
                    "one word": "!/dropped/.test(document.body.innerText)",
                    "thousands": "/^1,\\d\\d\\d$/.test(find('#facts b').textContent)",
                    "only what waits":
                        "!row('collector') && /others without waiting or missed messages/.test(find('#quiet').textContent)",
                    "the others":
                        "(find('#quiet').click(), row('collector') && find('#quiet').ariaExpanded === 'true')",
                    "same nodes":
                        "visit.row === row('subscriber 1') && visit.row.isConnected && visit.alert === alerts[0]",
                    "focus": "document.activeElement === row('subscriber 1').querySelector('button')",
                    "selection": "String(getSelection()) === 'subscriber 1'",
                    "text, no markup": "find('#lines').textContent.includes('<b>') && !find('#lines b')",
                    "no line through words": "crossings.length === 0", "no word on others": "overlaps.length === 0",
                    "contrast": "faint.length === 0",
                ])
            Browser.expect(
                at: program.port, size: "420x900",
                using: [PageScripts.basics(about: "ubscriber 1"), PageScripts.contrasts],
                once: "row('subscriber 1') && alerts.length && find('\(drawn)')",
                [
                    "nothing is wider": "document.documentElement.scrollWidth <= innerWidth && innerWidth === 420",
                    "alerts and rows": """
                    all("#alerts *, #rows *, #facts *, button").map(node => node.getBoundingClientRect())
                        .every(({ left, right }) => left >= 0 && right <= innerWidth)
                    """,
                    "alert on first screen": "alerts[0].getBoundingClientRect().bottom <= innerHeight",
                    "graph scrolls": "find('.scrolls').scrollWidth > find('.scrolls').clientWidth",
                    "contrast": "faint.length === 0",
                ])
            let stop = """
                const button = row("subscriber 1")?.querySelector("button");
                if (button && !window.isStopped) { window.isStopped = true; button.click() }
                """
            Browser.expect(
                at: program.port, using: [PageScripts.basics(about: "ubscriber 1"), stop], once: "find('#endings li')",
                [
                    "stopped":
                        "/stopped\\n.*Subscriber 1 was stopped by hand at \\d/s.test(find('#endings').innerText)",
                    "calm": "alerts.length === 0 && find('#calm').hidden === all('#alerts li').length > 0",
                    "no row": "!row('subscriber 1')",
                ])
            #expect(program.end().status == 0)
        }
    }

    @Test func aStuckHandlerIsOneAlertAndALostServerGreysThePage() {
        withFault("stuck", until: /"history":\{"/, lines: 3_000) { program, _ in
            let fiveSeconds = /1000,1000,1000,1000,1000\]/
            #expect(eventually { Client.body(of: "/inspect", program.port).contains(fiveSeconds) })
            let first = """
                const points = row("archive")?.querySelector("polyline").getAttribute("points");
                if (!window.first && points) window.first = points.split(" ").length
                """
            Browser.expect(
                at: program.port, using: [PageScripts.basics(about: "archive"), first, PageScripts.crossings],
                once: "tag === 'stuck'",
                after: ("kill -KILL \(program.id)", "document.body.classList.contains('lost')"),
                [
                    "history at once": "first >= 6",
                    "one alert": "alerts.length === 1 && tag === 'stuck' && !find('#endings li')",
                    "its cause": "/^The handler of archive has been running for/m.test(alert)",
                    "its place":
                        "alert.includes('queue \\\"archive\\\"') && /Look at Lookout\\/Fault.swift:\\d+/.test(alert)",
                    "its backlog": "/1,000 messages of rows wait, and it missed/.test(alert)",
                    "row": "/^stuck: runs for/.test(row('archive').children[8].textContent)",
                    "node": "/^archive.*stuck: runs for/.test(find('#nodes .bad').textContent)",
                    "no line through words": "crossings.length === 0", "no word on others": "overlaps.length === 0",
                    "grey": "getComputedStyle(find('main')).filter === 'grayscale(1)'",
                    "since when": "/^No response since \\d\\d:\\d\\d:\\d\\d, for/.test(find('#lost').innerText)",
                ])
            #expect(program.end(SIGKILL).wasKilled)
        }
    }

    @Test func leakingObservationsAreOneAlertAndAreListedOnDemand() {
        withFault("leak", until: /"others":\[\{/, lines: 1) { program, _ in
            let list = """
                const node = find("#nodes [data-line]");
                if (node && !window.isListed) {
                    window.isListed = true;
                    node.dispatchEvent(new MouseEvent("click", { bubbles: true }));
                }
                """
            Browser.expect(
                at: program.port, using: [PageScripts.basics(about: "Fault.swift"), list, PageScripts.crossings],
                once: "tag === 'leak' && all('#rows [data-observer=session]').length > \(Inspection.top)",
                [
                    "one alert": "alerts.length === 1",
                    "its place": "/\\d observations that started at Lookout\\/Fault.swift:\\d+ are active/.test(alert)",
                    "what to do": "find('#alerts .action code').textContent === '[unowned self]'",
                    "no backticks": "!document.body.textContent.includes('`')",
                    "node":
                        "/^session.*list \\d+ observations/.test(find('#nodes .bad').textContent)",
                    "all are listed":
                        "/^\\d+ of \\d+$/.test(find('#rows [data-line]').closest('tr').children[1].textContent)",
                    "no line through words": "crossings.length === 0", "no word on others": "overlaps.length === 0",
                    "nor in other graphs": PageScripts.areManyGraphsClear,
                ])
            #expect(program.end().status == 0)
        }
    }

    @Test func aSubscriberThatWasCutOffStaysOnThePage() {
        withFault("slow", "--patience", "1", until: /"cutOff":1/) { program, _ in
            Browser.expect(
                at: program.port, using: [PageScripts.basics(about: "ubscriber 1")],
                once: "find('#endings li') && find('\(drawn)')",
                [
                    "cut off": "[...all('#endings .tag')].some(tag => tag.textContent === 'cut off')",
                    "who and when":
                        "/Subscriber 1 was cut off at \\d\\d:\\d\\d:\\d\\d, after/.test(find('#endings').innerText)",
                    "what it missed": "/It missed [\\d,]+ messages/.test(find('#endings').innerText)",
                    "what to do": "/Let its client read faster/.test(find('#endings').innerText)",
                    "no row": "!row('subscriber 1')",
                ])
            #expect(program.end().status == 0)
        }
    }
}

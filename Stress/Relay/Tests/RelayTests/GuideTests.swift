import Dispatch
import Relay
import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

/// Compiles and runs the code of the pages about several processes.
@Suite struct GuideTests {

    @Test(arguments: [
        "Docs/SwiftObserver.docc/MoreThanOneProcess", "Docs/SwiftObserver.docc/RelayGuarantees",
        "Docs/SwiftObserver.docc/RelayGroups", "Docs/SwiftObserver.docc/RelayFormats",
        "Docs/SwiftObserver.docc/OperatingARelay", "Sources/Relay/Relay.docc/Relay",
    ])
    func `this file contains the code of the pages`(page: String) throws {
        try expectCode(
            of: "\(page).md", isContainedIn: #filePath, or: ["Stress/Relay/Sources/RelayArchive/main.swift"])
    }

    @Test func `all of it runs`() async throws {
        let running = try RedisServer(), port = running.port
        let logged = Written<String>(), shipped = Messenger<Order>(), stored = Messenger<RelayID>()
        @Sendable func log(_ text: String) { logged.append(text) }
        @Sendable func alarm(_ text: String) { log(text) }
        let packed = Messenger<Int>(), packs = packed.recorded()
        @Sendable func pack(_ order: Order) async throws { packed.send(order.number) }
        @Sendable func fix(_ order: Order) async throws {}
        @Sendable func ship(_ order: Order) { shipped.send(order) }
        @Sendable func store(_ order: Order, _ id: RelayID) { stored.send(id) }
        let shop = FreeObserver(), dog = FreeObserver(), queue = DispatchQueue(label: "shop")
        let ships = shipped.recorded(), ids = stored.recorded()

        let relay = Relay(to: RelayServer(host: "127.0.0.1", port: port))
        observe(relay.problems) { problem in log("\(problem)") }
        let orders = Messenger<Order>()
        relay.publish(orders, to: "orders")
        orders.send(Order(number: 1))

        let remoteOrders: RemoteMessages<Order> = relay.subscribe("orders", from: .start)
        shop.observe(remoteOrders) { order in ship(order) }
        let entries = remoteOrders.entries()
        shop.observe(entries, on: queue) { entry in store(entry.message, entry.id) }
        observe(relay.problems) { problem in
            if case .gap(let stream, let publisher, let count) = problem {
                alarm("\(count) of \(publisher) are missing in \(stream)")
            }
        }
        _ = try await remoteOrders.begun.value
        orders.send(Order(number: 2))
        while let ship = await ships.next(within: .hangLimit), ship.number != 2 {}
        let id = await ids.next(within: .hangLimit)
        #expect(id != .zero)
        ids.ignoreRest()

        let colors = Messenger<Color>()
        let remoteColors: RemoteMessages<Color> = relay.subscribe("colors")
        let ownColors = colors.notFrom(relay)
        relay.publish(ownColors, to: "colors")
        dog.observe(remoteColors).notFrom(relay).receive { color in colors.send(color, from: relay) }
        let echoes = remoteColors.recorded()
        _ = try await remoteColors.begun.value
        colors.send(Color(red: 255, green: 0, blue: 0))
        #expect(await echoes.next(within: .hangLimit)?.red == 255)

        let remoteReturns: RemoteMessages<Order> = relay.subscribe("returns", from: .start)
        let parcels = Messenger<Parcel>(), delivered = Messenger<String?>(), traces = delivered.recorded()
        @Sendable func deliver(_ parcel: Parcel, trace: String?) { delivered.send(trace) }
        let remoteParcels: RemoteMessages<Parcel> = relay.subscribe("parcels", carrying: [Trace.header])
        shop.observe(remoteParcels, on: queue.carrying(Trace.$id)) { parcel in deliver(parcel, trace: Trace.id) }
        _ = try await remoteParcels.begun.value
        relay.publish(parcels, to: "parcels", carrying: [Trace.header])
        Trace.$id.withValue("a1") { parcels.send(Parcel(number: 1)) }
        #expect(await traces.next(within: .hangLimit) == "a1")

        let funnel = Messenger<Order>()
        for remote in [remoteOrders, remoteReturns] {
            shop.observe(remote) { order in
                _ = funnel.waitForRoom(below: 1000, within: .seconds(60))
                funnel.send(order)
            }
        }
        shop.observe(funnel, on: queue) { order in ship(order) }

        let prices = Messenger<Int>()
        let publication = relay.publish(prices, to: "prices", keeping: 1_000_000, buffering: .newest(50_000))
        await publication.room(below: 10_000)
        let remotePrices: RemoteMessages<Int> = relay.subscribe("prices", room: 1000)

        let alarms = Messenger<Int>()
        relay.publish(alarms, to: "alarms", keeping: .for(.seconds(86_400)))

        let limit = relay.shared("limit", initially: 100)
        dog.observe(limit) { update in log("The limit is \(update.new) now.") }
        limit.value = 200
        #expect(logged.values.last == "The limit is 200 now.")

        relay.publish(colors, to: "rgb", as: ColorCoding())
        relay.publish(orders, to: "orders-2", as: JSONCoding(of: Order.self, named: "Order", version: 2))

        let items = Messenger<Item>(), newItems = Messenger<Item>()
        let old = JSONCoding(of: OldItem.self, named: "Item")
        let new = JSONCoding<Item>(version: 2)
        let transition = old.converted(to: Item.init, from: OldItem.init).accepting(new) { $0 }
        relay.publish(items, to: "items", as: transition)
        let remoteItems = relay.subscribe("items", as: transition)
        let itemCoding = new.accepting(old) { Item($0) }
        relay.publish(newItems, to: "items", as: itemCoding)
        let newRemoteItems = relay.subscribe("items", as: itemCoding)
        let names = remoteItems.recorded(), newNames = newRemoteItems.recorded()
        _ = try await (remoteItems.begun.value, newRemoteItems.begun.value)
        items.send(Item(name: "pen", count: 2))
        newItems.send(Item(name: "ink", count: 3))
        for names in [names, newNames] {
            await names.expectNext([Item(name: "pen", count: 1), Item(name: "ink", count: 3)])
            names.ignoreRest()
        }
        print(relay.inspect())
        let state = remoteOrders.inspectSubscription()
        if let seconds = state.secondsBehind, seconds > 60 { alarm("orders arrive \(seconds) s late") }
        let page = Watch.openMetrics().dropLast("# EOF\n".count) + relay.openMetrics()
        #expect(page.hasSuffix("# EOF\n"))
        let packing = relay.consume("orders", inGroup: "packers", from: .start, atOnce: 4) { (order: Order) in
            try await pack(order)
        }
        observe(relay.problems) { problem in
            if case .deadLetter(let stream, _, let id, let attempts, let reason) = problem {
                alarm("\(id) of \(stream) is dead after \(attempts) attempts: \(reason)")
            }
        }
        let fixing = relay.consume("{orders}:dead", inGroup: "fixers", from: .start) { (order: Order) in
            try await fix(order)
        }
        #expect(await packs.next(within: .hangLimit) != nil)
        packs.ignoreRest()
        if packing.inspect().rejected > 100 { alarm("\(packing.inspect())") }
        await packing.stop(within: .seconds(5))

        let left = await relay.close(within: .seconds(2))
        if !left.isEmpty { log("\(left)") }
        await close([remoteOrders, remoteReturns, funnel], within: .seconds(2))
        // On a busy machine, two seconds can be too short.
        #expect(logged.values.filter { !$0.contains("not published") } == ["The limit is 200 now."])
        withExtendedLifetime((remotePrices, colors, prices, alarms, fixing)) {}
    }

    @Test func `a server is described without secrets`() {
        let password = "secret"
        var server = RelayServer(host: "redis.internal", port: 6380)
        server.user = "orders"
        server.password = password
        server.tls = RelayTLS()
        server.tls?.trustedCertificates = "/etc/ssl/internal.pem"
        #expect("\(server)" == "redis.internal:6380")

        let sentinels = ["redis-1", "redis-2", "redis-3"].map { RelayServer.Endpoint(host: $0, port: 26379) }
        var watched = RelayServer(sentinels: sentinels, master: "mymaster")
        watched.sentinelPassword = password
        #expect("\(watched)" == "the master 'mymaster' of redis-1:26379, redis-2:26379, redis-3:26379")

        let seeds = ["redis-1", "redis-2", "redis-3"].map { RelayServer.Endpoint(host: $0, port: 6379) }
        let cluster = RelayServer(cluster: seeds)
        #expect("\(cluster)" == "the cluster of redis-1:6379, redis-2:6379, redis-3:6379")
    }
}

extension GuideTests {

    struct Order: Codable { let number: Int }

    struct Color: Codable { let red, green, blue: UInt8 }

    enum Trace {
        @TaskLocal static var id: String?
        static let header = RelayHeader("trace", $id)
    }

    struct Parcel: Codable { let number: Int }

    struct OldItem: Codable {
        let name: String
        init(_ item: Item) { name = item.name }
    }

    struct Item: Codable, Hashable {
        let name: String
        let count: Int
        init(name: String, count: Int) {
            self.name = name
            self.count = count
        }
        init(_ old: OldItem) { self.init(name: old.name, count: 1) }
    }

    struct WrongLength: Error {}

    struct ColorCoding: RelayCoding {
        let format = "rgb/1"
        func encode(_ color: Color) -> [UInt8] { [color.red, color.green, color.blue] }
        func decode(_ bytes: UnsafeRawBufferPointer) throws -> Color {
            guard bytes.count == 3 else { throw WrongLength() }
            return Color(red: bytes[0], green: bytes[1], blue: bytes[2])
        }
    }
}

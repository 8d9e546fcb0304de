import TestSupport
import Testing

@testable import PhotoCore

@Suite("Names listed from several places at once")
struct KeySpaceTests {
    /// A store's names, in pages.
    private struct Store {
        let names: [[UInt8]]
        let page: Int

        init(_ names: [String], page: Int) {
            self.names = Set(names).map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
            self.page = page
        }

        func answer(_ request: KeySpace.Request) -> (names: ArraySlice<[UInt8]>, next: NextPage?) {
            let start: Int
            if case .query(let items)? = request.next, let index = items.first.flatMap({ Int($0.value) }) {
                start = index
            } else {
                start = (0..<names.count).first(reaching: { request.after.lexicographicallyPrecedes(names[$0]) })
            }
            let end = min(start + page, names.count)
            return (names[start..<end], end < names.count ? .query("token", "\(end)") : nil)
        }
    }

    /// Lists all of a store; returns the names in order, and how many requests followed each other at least.
    private static func list(_ store: Store, mostAtOnce: Int = 6) -> (names: [[UInt8]], requests: Int, rounds: Int) {
        var space = KeySpace(mostAtOnce: mostAtOnce)
        var found: [Int: [[UInt8]]] = [:]
        var (requests, rounds) = (0, 0)
        while !space.isDone, rounds < 100_000 {
            var asked: [KeySpace.Request] = []
            while let request = space.next() {
                asked.append(request)
                if rounds == 0 { break }
            }
            #expect(asked.count <= mostAtOnce)
            #expect(!asked.isEmpty)
            if asked.isEmpty { break }
            requests += asked.count
            rounds += 1
            for request in asked {
                let (names, next) = store.answer(request)
                found[request.interval, default: []] += names
                let page = names.first.flatMap { first in
                    names.last.map { ObjectPage(first: first, last: $0, count: names.count) }
                }
                space.took(request.interval, page, next: next)
            }
        }
        let names = space.order.flatMap { interval in
            (found[interval] ?? []).filter { name in
                space.end(of: interval).map { !$0.lexicographicallyPrecedes(name) } ?? true
            }
        }
        return (names, requests, rounds)
    }

    private static let shapes: [(name: String, make: @Sendable (Int, inout SeededGenerator) -> String)] = [
        ("numbers", { number, _ in "IMG_" + String(number + 1_000_000) + ".jpg" }),
        ("folders", { number, _ in "photos/\(2000 + number / 4000)/\(number / 100 % 12)/DSC\(number).JPG" }),
        ("hashes", { _, random in String(random.next(), radix: 16) + ".png" }),
        ("one folder of many", { number, _ in number == 0 ? "a" : "zz/very/long/shared/beginning/of/names/\(number)" }),
        ("letters beyond ASCII", { number, _ in "Büro/日本/\(number % 100)/ä\(number)" }),
        ("controls", { number, _ in "\u{1}\(number)\u{7F}\u{10FFFF}" }),
    ]

    @Test(arguments: shapes.map(\.name), [0, 1, 3, 999, 1000, 1001, 20_000])
    func `Every name is found once, in order`(shape: String, count: Int) throws {
        let make = try #require(Self.shapes.first { $0.name == shape }).make
        var random = SeededGenerator(seed: 7)
        let store = Store((0..<count).map { make($0, &random) }, page: 1000)
        let listed = Self.list(store)
        #expect(listed.names == store.names)
        let pages = (store.names.count + 999) / 1000
        // A guess may fail.
        #expect(listed.requests <= 2 * pages + 80)
    }

    @Test(arguments: ["numbers", "folders", "hashes", "one folder of many"])
    func `A hundred thousand names take less than a third of the time of one page after the other`(
        shape: String
    ) throws {
        let make = try #require(Self.shapes.first { $0.name == shape }).make
        var random = SeededGenerator(seed: 11)
        let store = Store((0..<100_000).map { make($0, &random) }, page: 1000)
        let listed = Self.list(store)
        #expect(listed.names.count == store.names.count)
        #expect(listed.rounds < 34)
    }

    @Test func `A store that does not go on is not asked for ever`() {
        var space = KeySpace(mostAtOnce: 1)
        var requests = 0
        while let request = space.next(), requests < 1000 {
            requests += 1
            let name = Array("same".utf8)
            space.took(request.interval, ObjectPage(first: name, last: name, count: 1), next: .query("token", "same"))
        }
        #expect(requests < 100)
        #expect(space.isDone)
    }

    @Test func `Pages without names are no end of the list, unless they never end`() {
        var space = KeySpace(mostAtOnce: 1)
        let name = Array("a.jpg".utf8)
        _ = space.next()
        let first = space.took(0, ObjectPage(first: name, last: name, count: 1), next: .query("token", "1"))
        #expect(first)
        var (requests, goesOn) = (0, true)
        while goesOn, requests < 10_000, space.next() != nil {
            requests += 1
            goesOn = space.took(0, nil, next: .query("token", "1\(requests)"))
        }
        #expect((100..<10_000).contains(requests) && !goesOn && space.isDone)
    }

    @Test(arguments: [
        ("a", true, false), ("b", false, true), ("b", true, false), ("c", true, true), ("c", false, true),
    ])
    func `A page that begins with the name before it may be the last one; names before it are none that follow`(
        last: String, hasNext: Bool, goesOn: Bool
    ) {
        var space = KeySpace(mostAtOnce: 1)
        let page = { (last: String) in ObjectPage(first: Array(min(last, "b").utf8), last: Array(last.utf8), count: 2) }
        _ = space.next()
        space.took(0, page("b"), next: .query("token", "1"))
        _ = space.next()
        let went = space.took(0, page(last), next: hasNext ? .query("token", "2") : nil)
        #expect(went == goesOn)
    }

    @Test func `A guess lies between its limits, whatever they are`() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<20_000 {
            let make = { (random: inout SeededGenerator) in
                (0..<Int.random(in: 0...6, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
            }
            let ends = [make(&random), make(&random)].sorted { $0.lexicographicallyPrecedes($1) }
            let high = Bool.random(using: &random) ? ends[1] : nil
            var alphabet = NameAlphabet()
            for _ in 0..<3 { alphabet.learn(make(&random)) }
            guard let guess = alphabet.guess(ends[0], high, beginning: make(&random)) else { continue }
            #expect(ends[0].lexicographicallyPrecedes(guess))
            if let high { #expect(guess.lexicographicallyPrecedes(high)) }
            #expect(guess.allSatisfy { $0 < 0x80 })
        }
    }
}

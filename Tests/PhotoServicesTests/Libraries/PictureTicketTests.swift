import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@Suite("Tickets in the addresses of pictures")
struct PictureTicketTests {
    private static func refused(_ line: String, _ text: String) -> LoopbackServer.Reply {
        .raw("HTTP/1.1 \(line)\r\nContent-Length: \(text.utf8.count)\r\n\r\n", body: Data(text.utf8))
    }

    /// A server whose pictures need tickets, which `round` tells.
    private static func ticketServer(_ round: Counter, needsKey: Bool = true) throws -> LoopbackServer {
        try LoopbackServer.answering { request in
            if request.path.hasPrefix("/api/v1/photos?") {
                guard !needsKey || request.fields["x-auth-token"] == "right" else {
                    return refused("401 Unauthorized", #"{"error": "Please log in to your account"}"#)
                }
                let tickets =
                    needsKey ? "X-Preview-Token: look\(round.count)\r\nX-Download-Token: get\(round.count)\r\n" : ""
                return .ok(Data("[]".utf8), headers: tickets)
            }
            let tickets = needsKey ? ("look\(round.count)", "get\(round.count)") : ("public", "public")
            let isRight =
                request.path == "/api/v1/t/2f/\(tickets.0)/fit_720"
                || request.path == "/api/v1/dl/2f?t=\(tickets.1)&photo=p1"
            return isRight ? .ok(Data("picture".utf8)) : refused("403 Forbidden", "<svg/>")
        }
    }

    private func rig(at server: LoopbackServer, _ keys: [String]) throws -> LibraryRig {
        let rig = LibraryRig(.photoPrism, keys)
        let url = try #require(URL(string: "photoprism+\(server.url("/").absoluteString)"))
        let place = try #require(LibraryLocation(url)?.place)
        rig.places.add(place)
        return rig
    }

    @Test func `Pictures are fetched with tickets that no address has`() async throws {
        let round = Counter()
        let server = try Self.ticketServer(round)
        defer { server.stop() }
        let rig = try rig(at: server, ["wrong", "right"])
        let thumbnail = server.url("/api/v1/" + LibraryLocation.thumbnail("2f"))
        let original = server.url("/api/v1/" + LibraryLocation.original("2f", of: "p1"))
        // Several at once ask once.
        let urls = [thumbnail, original, thumbnail, original, thumbnail]
        let fetched = await withTaskGroup(of: Result<FetchedData, FetchFailure>.self) { group in
            for url in urls { group.addTask { await rig.fetch(url) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for result in fetched {
            let reply = try result.get()
            #expect(String(decoding: reply.data, as: UTF8.self) == "picture")
            #expect(urls.contains(reply.url), "\(reply.url)")
        }
        // Without a key, with a wrong one, with the right one.
        #expect(server.requests.filter { $0.path.hasPrefix("/api/v1/photos?") }.count == 3)
        #expect(rig.asker.asked.count == 2)
        // Others from now on.
        _ = round.next()
        #expect(try await rig.fetch(original).get().url == original)
        #expect(
            server.requests.suffix(3).map(\.path) == [
                "/api/v1/dl/2f?t=get0&photo=p1", "/api/v1/photos?count=1&primary=true", "/api/v1/dl/2f?t=get1&photo=p1",
            ])
        #expect(rig.asker.asked.count == 2)
    }

    @Test func `A redirect repeats the ticket at its own server only, and no address has it`() async throws {
        let other = try LoopbackServer { _ in .ok(Data("other".utf8)) }
        let target = other.url("/x").absoluteString
        let server = try LoopbackServer { path in
            let tickets = "X-Preview-Token: look\r\nX-Download-Token: get\r\n"
            return switch path {
            case "/api/v1/t/2f/look/fit_720":
                .status("302 Found", headers: "Location: /api/v1/t/2f/look/fit_720?x=1\r\n")
            case "/api/v1/t/2f/look/fit_720?x=1": .ok(Data("picture".utf8))
            case "/api/v1/t/3a/look/fit_720": .status("302 Found", headers: "Location: \(target)\r\n")
            default: .ok(Data("[]".utf8), headers: tickets)
            }
        }
        defer {
            server.stop()
            other.stop()
        }
        let rig = try rig(at: server, [])
        let fetched = try await rig.fetch(server.url("/api/v1/" + LibraryLocation.thumbnail("2f"))).get()
        #expect(fetched.url.absoluteString.hasSuffix("/api/v1/t/2f/_preview_/fit_720?x=1"))
        let refused = await rig.fetch(server.url("/api/v1/" + LibraryLocation.thumbnail("3a")))
        #expect(throws: FetchFailure.redirectRefused(location: "127.0.0.1")) { try refused.get() }
        #expect(other.requests.isEmpty)
    }

    @Test(
        arguments: [
            "/oauth2/start?rd=%2Fapi%2Fv1%2Ft%2F2f%2Flook%2Ffit_720", "/pics/2f.jpg?token=look", "/pics/look.jpg",
            "/start?rd=%252Flook%252F", "/start?rd=%25%32%46%6cook", "/start?rd=%zz%6C%4Fok", "/pics/2f.jpg#look",
            "/start?rd=%2541look", "look:x", "//",
        ])
    func `A redirect that has the ticket elsewhere is refused`(_ location: String) async throws {
        let server = try LoopbackServer { path in
            switch path {
            case "/api/v1/t/2f/look/fit_720": .status("302 Found", headers: "Location: \(location)\r\n")
            case "/api/v1/photos?count=1&primary=true": .ok(Data("[]".utf8), headers: "X-Preview-Token: look\r\n")
            default: .ok(Data("picture".utf8))
            }
        }
        defer { server.stop() }
        let rig = try rig(at: server, [])
        let result = await rig.fetch(server.url("/api/v1/" + LibraryLocation.thumbnail("2f")))
        guard case .failure(.redirectRefused(let said)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(!said.contains("look"))
        #expect(server.asked == ["/api/v1/photos?count=1&primary=true", "/api/v1/t/2f/look/fit_720"])
    }

    @Test func `A redirect without the ticket is followed at its own server, and stays there`() async throws {
        let other = try LoopbackServer { _ in .ok(Data("other".utf8)) }
        let target = other.url("/x?state=secret").absoluteString
        let server = try LoopbackServer { path in
            switch path {
            case "/api/v1/t/2f/look/fit_720": .status("302 Found", headers: "Location: /pics/2f.jpg\r\n")
            case "/pics/2f.jpg": .ok(Data("picture".utf8))
            case "/api/v1/t/3a/look/fit_720": .status("302 Found", headers: "Location: /oauth2/start\r\n")
            case "/oauth2/start": .status("302 Found", headers: "Location: \(target)\r\n")
            case "/api/v1/t/4c/look/fit_720": .status("302 Found", headers: "Location: /oauth2/again\r\n")
            case "/oauth2/again": .status("302 Found", headers: "Location: /pics/4c.jpg?token=%6cook\r\n")
            default: .ok(Data("[]".utf8), headers: "X-Preview-Token: look\r\n")
            }
        }
        defer {
            server.stop()
            other.stop()
        }
        let rig = try rig(at: server, [])
        let fetched = try await rig.fetch(server.url("/api/v1/" + LibraryLocation.thumbnail("2f"))).get()
        #expect(fetched.url == server.url("/pics/2f.jpg"))
        for hash in ["3a", "4c"] {
            let refused = await rig.fetch(server.url("/api/v1/" + LibraryLocation.thumbnail(hash)))
            #expect(throws: FetchFailure.redirectRefused(location: "127.0.0.1")) { try refused.get() }
        }
        #expect(other.requests.isEmpty)
        #expect(server.asked.last == "/oauth2/again")
    }

    @Test(arguments: [("/t/3a/look/fit_720", "/t/3a/_preview_/fit_720"), ("/x?look", "")])
    func `A link repeats no ticket`(_ link: String, told: String) async throws {
        let server = try LoopbackServer { path in
            path.contains("/photos?")
                ? .ok(Data("[]".utf8), headers: "X-Preview-Token: look\r\n")
                : .ok(Data("picture".utf8), headers: "Link: \(link)\r\n")
        }
        defer { server.stop() }
        let rig = try rig(at: server, [])
        let url = server.url("/api/v1/" + LibraryLocation.thumbnail("2f"))
        let reply = await rig.head(url)
        let head = try #require(reply)
        #expect(head.status == 200)
        #expect(head.fields["link"] ?? "" == told)
    }

    @Test(
        arguments: [
            ("/t/2f/look/fit_720", false), ("/dl/2f?t=get", false), ("/t/2f/_preview_/x?t=_download_", false),
            ("/t/2f/look", true), ("/t/look/look/x", true), ("/dl/2f?x=look", true), ("/dl/2f?t=look&x=%67et", true),
            ("/t/2f/%25256c%256f%6fk/x", true), ("/%4%31look", true), ("/%", false), ("/l%6f%6", false),
        ])
    func `Tickets are found in any place and spelling`(_ address: String, isRevealed: Bool) {
        let tickets = PictureTickets(["x-preview-token": "look", "x-download-token": "get"])
        #expect(tickets.isRevealed(by: "https://h" + address) == isRevealed)
        #expect(!PictureTickets([:]).isRevealed(by: "https://h/public?t=public"))
    }

    @Test func `Tickets in the head of a reply are used before its body has ended`() async throws {
        let server = try LoopbackServer { path in
            path.contains("/photos?")
                ? .rawThenHang(
                    "HTTP/1.1 200 OK\r\nContent-Length: 100\r\nX-Preview-Token: look\r\n\r\n", body: Data("[".utf8))
                : .ok(Data("picture".utf8))
        }
        defer { server.stop() }
        let rig = try rig(at: server, [])
        let fetched = try await rig.fetch(server.url("/api/v1/" + LibraryLocation.thumbnail("2f"))).get()
        #expect(fetched.data == Data("picture".utf8))
        #expect(server.asked.last == "/api/v1/t/2f/look/fit_720")
        // Nobody reads the rest.
        #expect(server.wait { $0.closedUnfinished == ["/api/v1/photos?count=1&primary=true"] })
    }

    @Test func `A picture that is cancelled leaves those that wait for tickets`() throws {
        let gate = DispatchSemaphore(value: 0)
        let server = try LoopbackServer { path in
            guard path.contains("/photos?") else { return .ok(Data("picture".utf8)) }
            gate.wait()
            return .ok(Data("[]".utf8), headers: "X-Preview-Token: look\r\n")
        }
        defer { server.stop() }
        let rig = try rig(at: server, [])
        let url = server.url("/api/v1/" + LibraryLocation.thumbnail("2f"))
        let ended = Counter()
        let picture = Mutex<Data?>(nil)
        weak var left: Transfer?
        do {
            let cancelled = rig.photos.send(WireRequest(url: url)) { if case .ended = $0 { _ = ended.next() } }
            left = cancelled as? Transfer
            #expect(left != nil)
            _ = rig.photos.fetch(FetchRequest(url: url), progress: { _ in }) { result in
                picture.withLock { $0 = try? result.get().data }
            }
            #expect(server.wait { !$0.requests.isEmpty })
            cancelled.cancel()
            #expect(becomesTrue { ended.count == 1 })
        }
        #expect(becomesTrue { left == nil })
        gate.signal()
        #expect(becomesTrue { picture.withLock { $0 } == Data("picture".utf8) })
        #expect(server.asked == ["/api/v1/photos?count=1&primary=true", "/api/v1/t/2f/look/fit_720"])
    }

    @Test func `Tickets are forgotten with the keys`() async throws {
        let round = Counter()
        let server = try Self.ticketServer(round)
        defer { server.stop() }
        let rig = try rig(at: server, ["right", "right"])
        let url = server.url("/api/v1/" + LibraryLocation.thumbnail("2f"))
        #expect(try await rig.fetch(url).get().data == Data("picture".utf8))
        rig.photos.forgetLogins()
        let before = server.requests.count
        #expect(try await rig.fetch(url).get().data == Data("picture".utf8))
        #expect(server.requests.dropFirst(before).first?.path == "/api/v1/photos?count=1&primary=true")
    }

    @Test func `Tickets that are refused again are no reason to ask for ever`() async throws {
        let server = try LoopbackServer { path in
            path.contains("/photos?") ? .ok(Data("[]".utf8)) : Self.refused("403 Forbidden", "")
        }
        defer { server.stop() }
        let rig = try rig(at: server, [])
        let url = server.url("/api/v1/" + LibraryLocation.thumbnail("2f"))
        guard case .failure(.refused(status: 403, _, _)) = await rig.fetch(url) else {
            Issue.record("It is not refused")
            return
        }
        #expect(server.requests.count == 4)
    }

    @Test func `A server without passwords tells no tickets`() async throws {
        let server = try Self.ticketServer(Counter(), needsKey: false)
        defer { server.stop() }
        let rig = try rig(at: server, [])
        let url = server.url("/api/v1/" + LibraryLocation.thumbnail("2f"))
        #expect(try await rig.fetch(url).get().data == Data("picture".utf8))
    }

    @Test(arguments: [true, false])
    func `What a ticket has opened counts as protected, unless anyone has it`(needsKey: Bool) async throws {
        let server = try Self.ticketServer(Counter(), needsKey: needsKey)
        defer { server.stop() }
        let rig = try rig(at: server, ["right"])
        let url = server.url("/api/v1/" + LibraryLocation.original("2f", of: "p1"))
        let reply = await rig.head(url)
        let head = try #require(reply)
        #expect(head.status == 200)
        let kept = StoredHead(head, to: url, totalByteCount: nil)
        #expect(kept.protectedServer == (needsKey ? WebServer(url) : nil))
    }

    @Test func `Tickets stay at their server`() async throws {
        let round = Counter()
        let other = try LoopbackServer { _ in .ok(Data("other".utf8)) }
        let server = try Self.ticketServer(round)
        defer {
            server.stop()
            other.stop()
        }
        let rig = try rig(at: server, ["right"])
        _ = await rig.fetch(server.url("/api/v1/" + LibraryLocation.thumbnail("2f")))
        _ = await rig.fetch(other.url("/api/v1/" + LibraryLocation.thumbnail("2f")))
        _ = await rig.fetch(server.url("/elsewhere/" + LibraryLocation.thumbnail("2f")))
        #expect(other.requests.map(\.path) == ["/api/v1/t/2f/_preview_/fit_720"])
        #expect(server.requests.last?.path == "/elsewhere/t/2f/_preview_/fit_720")
        #expect(other.requests.first?.fields["x-auth-token"] == nil)
    }

    @Test(arguments: [PictureTickets.longest, PictureTickets.longest + 1])
    func `A ticket has as many bytes as it may have, and not one more`(_ length: Int) {
        let text = String(repeating: "x", count: length)
        let tickets = PictureTickets(["x-preview-token": text, "x-download-token": text])
        let isTicket = length == PictureTickets.longest
        #expect(tickets.apply(to: "https://h/t/2f/_preview_/x") == "https://h/t/2f/\(isTicket ? text : "public")/x")
    }

    @Test(arguments: [0, 1])
    func `The answer with the tickets may have any length: its head counts`(_ more: Int) async throws {
        let server = try LoopbackServer { path in
            guard path.contains("/photos?") else { return .ok(Data("picture".utf8)) }
            let body = Data(repeating: UInt8(ascii: " "), count: TicketRequests.mostBytes + more)
            return .ok(body, headers: "X-Preview-Token: look\r\n")
        }
        defer { server.stop() }
        let rig = try rig(at: server, [])
        let fetched = await rig.fetch(server.url("/api/v1/" + LibraryLocation.thumbnail("2f")))
        #expect(try fetched.get().data == Data("picture".utf8))
    }

    @Test(arguments: ["../x", "a/b", "a?b", "", "a b", "é", String(repeating: "x", count: 257)])
    func `What is no ticket is not put into an address`(_ text: String) {
        let tickets = PictureTickets(["x-preview-token": text, "x-download-token": text])
        #expect(tickets == PictureTickets([:]))
        #expect(tickets.apply(to: "https://h/t/2f/_preview_/x?t=_download_") == "https://h/t/2f/public/x?t=public")
    }
}

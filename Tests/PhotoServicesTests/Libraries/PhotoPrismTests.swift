import Foundation
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@Suite("What a PhotoPrism server tells of a month")
struct PhotoPrismMonthReaderTests {
    private static let may = LibraryMonths.Month(
        month: TimelineMonth(year: 2024, month: 5), count: 2, address: URL(fileURLWithPath: "/month"))
    private static let sum = String(repeating: "0a", count: 20)

    private static func read(_ text: String) throws -> (catalogue: Catalogue, days: [Int], ratios: [Double]) {
        let content = try PhotoPrismMonthReader().read(Data(text.utf8), of: may, isCancelled: { false })
        var catalogue = Catalogue(from: may.address)
        catalogue.append(content.segment)
        catalogue.facts.base = "https://h/api/v1/"
        let days = content.timeline.days.flatMap { [Int](repeating: Int($0.day), count: Int($0.count)) }
        return (catalogue, days, content.timeline.ratios.map { ($0.value * 100).rounded() / 100 })
    }

    @Test func `Photos, videos and motion photos`() throws {
        let read = try Self.read(
            """
            [{"ID": "7-9", "UID": "pa1", "Type": "image", "TakenAt": "2024-05-31T12:00:00Z",
              "TakenAtLocal": "2024-05-31T14:00:00Z", "Year": 2024, "Month": 5, "Title": "River / Lisbon / 2024",
              "FileName": "2024/05/IMG_1.jpg", "FileRoot": "/", "Hash": "\(Self.sum)", "Width": 4000, "Height": 3000,
              "PlaceID": "pt:x", "PlaceLabel": "Lisbon, Portugal",
              "Files": [{"UID": "f", "Hash": "other", "Width": 1, "Height": 1}]},
             {"UID": "pb2", "Type": "video", "TakenAtLocal": "2024-05-02T00:00:00Z", "Year": 2024,
              "FileName": "2024/05/MOV_2.mp4.jpg", "FileRoot": "sidecar", "Hash": "\(Self.sum)", "Width": "1080",
              "Height": "1920", "PlaceID": "zz", "PlaceLabel": "Unknown"},
             {"UID": "pc3", "Type": "live", "TakenAtLocal": "2019-01-01T00:00:00Z", "Year": -1, "Title": "Cat",
              "Hash": "2f"}]
            """)
        let catalogue = read.catalogue
        #expect((0..<catalogue.count).map { catalogue.name(at: $0) } == ["IMG_1.jpg", "MOV_2.mp4.jpg", "Cat"])
        #expect(read.days == [31, 2, 0])
        #expect(read.ratios == [1.33, 0.56, 1])
        #expect(
            (0..<3).map { catalogue.text(of: .date, at: $0) } == ["2024-05-31T14:00:00", "2024-05-02T00:00:00", nil])
        #expect((0..<3).map { catalogue.text(of: .checksum, at: $0) } == ["sha1:" + Self.sum, nil, nil])
        #expect(
            (0..<3).map { catalogue.text(of: .description, at: $0) } == ["Lisbon, Portugal", "Video", "Motion Photo"])
        #expect(
            try (0..<3).map { try catalogue.location(at: $0).get().absoluteString } == [
                "https://h/api/v1/dl/\(Self.sum)?t=_download_&photo=pa1",
                "https://h/api/v1/t/\(Self.sum)/_preview_/fit_1920?photo=pb2",
                "https://h/api/v1/dl/2f?t=_download_&photo=pc3",
            ])
        #expect(
            catalogue.thumbnailLocation(at: 0)?.absoluteString == "https://h/api/v1/t/\(Self.sum)/_preview_/fit_720")
    }

    @Test(arguments: ["../../users", "a/b", "a?t=1", "", "a%2f", "é"])
    func `What leads elsewhere is no photo`(_ text: String) throws {
        for (id, hash) in [(text, "2f"), ("pa1", text)] {
            let read = try Self.read(#"[{"UID": "\#(id)", "Hash": "\#(hash)", "Title": "x"}]"#)
            #expect(throws: LocationFailure.self) { try read.catalogue.location(at: 0).get() }
        }
    }

    @Test(arguments: ["", "<html>", #"[{"UID": "a"}"#, "nul"])
    func `What is no JSON, or is cut short, says so`(_ text: String) {
        #expect(throws: CatalogueFailure.self) { try Self.read(text) }
    }

    @Test(arguments: ["{}", "[]", "null", "7", #"{"error": "x"}"#, #"[{"Hash": "2f"}]"#, "[[]]"])
    func `What tells of no photos is an empty month`(_ text: String) throws {
        #expect(try Self.read(text).catalogue.count == 0)
    }

    @Test(arguments: ["1e999", "-1e999", "0", "-3", "1e-300", #""NaN""#, "99999999999999999999"])
    func `Numbers are taken over their whole range`(_ number: String) throws {
        let read = try Self.read(
            #"[{"UID": "a", "Hash": "2f", "Year": \#(number), "Width": \#(number), "Height": 3, "#
                + #""TakenAtLocal": "2024-05-04T12:00:00Z"}]"#)
        #expect(read.catalogue.count == 1)
        #expect(read.ratios.allSatisfy { $0 >= 0.25 && $0 <= 4 })
    }
}

@Suite("Opening a PhotoPrism library")
struct PhotoPrismFillerTests {
    private struct Rig {
        let places = LibraryPlaces()
        let asker: StubAsker
        let catalogues, photos: DataFetcher
        let store: LibraryStore?

        init(_ keys: [String] = [], store: LibraryStore? = nil) {
            self.store = store
            asker = StubAsker {
                $0 <= keys.count ? CredentialAnswer(Credential(name: "", password: keys[$0 - 1])) : nil
            }
            let broker = CredentialBroker(asker: asker, store: StubCredentialStore())
            catalogues = DataFetcher(credentials: broker, places: places)
            photos = DataFetcher(credentials: broker, places: places)
        }

        func open(
            _ server: LoopbackServer, revalidates: Bool = false, part: String = ""
        ) -> (facts: CatalogueFacts, failure: CatalogueFailure?, catalogue: Catalogue) {
            var builder = CatalogueBuilder()
            builder.revalidates = revalidates
            let url = URL(string: "photoprism+\(server.url(part).absoluteString)") ?? server.url("")
            var failure: CatalogueFailure?
            do throws(CatalogueFailure) {
                let filler = LibraryFiller(catalogues, places: places, store: store)
                try filler.fill(&builder, from: url) { _ throws(CatalogueFailure) in }
            } catch {
                failure = error
            }
            let facts = builder.facts
            return (facts, failure, builder.finish(from: url))
        }

        func fetch(_ url: URL) async -> Result<FetchedData, FetchFailure> {
            await withCheckedContinuation { continuation in
                _ = photos.fetch(FetchRequest(url: url), progress: { _ in }) { continuation.resume(returning: $0) }
            }
        }
    }

    private static func photos(_ numbers: Range<Int>) -> Data {
        let rows = numbers.map { #"{"UID": "p\#($0)", "Hash": "h\#($0)", "Type": "image", "FileName": "\#($0).jpg"}"# }
        return Data("[\(rows.joined(separator: ","))]".utf8)
    }

    private static func answer(_ path: String, _ answers: [String: String]) -> LoopbackServer.Reply {
        let found = answers.first { path.hasPrefix("/api/v1/" + $0.key) }
        return found.map { .ok(Data($0.value.utf8), type: "application/json") } ?? .ok(Data("[]".utf8))
    }

    private static func refused(_ line: String, _ text: String) -> LoopbackServer.Reply {
        .raw("HTTP/1.1 \(line)\r\nContent-Length: \(text.utf8.count)\r\n\r\n", body: Data(text.utf8))
    }

    @Test func `Months are the newest first, long ones have several lists, and what is none is left out`() throws {
        let moments = """
            [{"Label": "", "Year": 2023, "Month": 12, "PhotoCount": 1}, {"Year": 2024, "Month": 5, "PhotoCount": 45000},
             {"Year": "2024", "Month": "6", "PhotoCount": "3"}, {"Year": 0, "Month": 1, "PhotoCount": 1},
             {"Year": 2024, "Month": 13, "PhotoCount": 1}, {"Year": 2024, "Month": 1, "PhotoCount": -7}, "x",
             {"Year": 2024, "Month": 2, "PhotoCount": 1e300}, {"Year": 1e19, "Month": 2, "PhotoCount": 1}, {}]
            """
        let server = try LoopbackServer { path in
            Self.answer(
                path,
                [
                    "moments/time": moments,
                    "photos?primary=true&order=newest&quality=3&public=true&month=-1&count=1&offset=0":
                        #"[{"UID": "p", "Hash": "h"}]"#,
                ])
        }
        defer { server.stop() }
        let opened = Rig().open(server)
        #expect(opened.failure == nil)
        let months = try #require(opened.facts.months)
        #expect(months.months.map(\.count) == [3, 20_000, 20_000, 5000, 1, 1])
        #expect(months.sections.map(\.count) == [3, 45_000, 1, 1])
        #expect(months.sections.map { $0.month?.month } == [6, 5, 12, nil])
        #expect(months.months.allSatisfy { $0.kind == .photoPrism })
        #expect(months.months.map { $0.address.query?.contains("count=20000") } == Array(repeating: true, count: 6))
        #expect(
            months.months[3].address.query?.hasSuffix("year=2024&month=5&count=20000&offset=40000&of=45000") == true)
    }

    @Test(arguments: ["null", "[]"])
    func `A library without photos is no failure`(_ text: String) throws {
        let server = try LoopbackServer { _ in .ok(Data(text.utf8)) }
        defer { server.stop() }
        let opened = Rig().open(server)
        #expect(opened.failure == nil && opened.facts.months?.months.isEmpty == true)
    }

    @Test(arguments: ["{}", "7", "<html>", ""])
    func `Another answer is no library`(_ text: String) throws {
        let server = try LoopbackServer { _ in .ok(Data(text.utf8)) }
        defer { server.stop() }
        guard case .notACatalogue = Rig().open(server).failure else {
            Issue.record("It is a library")
            return
        }
    }

    @Test func `A library has as many photos as it may have, and not one more`() throws {
        let counts = Counter()
        let server = try LoopbackServer { path in
            guard path.contains("moments") else { return .ok(Data("[]".utf8)) }
            let count = LibraryMonths.mostPhotos - 2 + counts.next()
            return .ok(
                Data(
                    """
                    [{"Year": 2024, "Month": 5, "PhotoCount": \(count)}, {"Year": 2024, "Month": 4, "PhotoCount": 1}]
                    """.utf8))
        }
        defer { server.stop() }
        let most = Rig().open(server)
        #expect(most.failure == nil && most.facts.months?.photoCount == LibraryMonths.mostPhotos)
        #expect(Rig().open(server).failure == .tooManyPhotos(limit: LibraryMonths.mostPhotos))
    }

    @Test func `Lists have as many bytes as they may have, and not one more`() throws {
        let (answer, counts) = (
            Data(#"[{"UID": "a1", "Title": "x", "Year": 1, "Month": 1, "PhotoCount": 1}]"#.utf8), Counter()
        )
        let server = try LoopbackServer { path in
            if path.contains("photos?") { return .ok(Data("[]".utf8)) }
            let most = path.contains("moments") ? PhotoPrismInterface.mostBytes : PhotoPrismLists.mostBytes
            let room = most + (counts.next() - 1) % 2 - answer.count
            return .ok(answer + Data(repeating: UInt8(ascii: " "), count: room))
        }
        defer { server.stop() }
        #expect(Rig().open(server).facts.months?.months.count == 1)
        #expect(Rig().open(server).failure == .fetch(.tooLarge(limit: PhotoPrismInterface.mostBytes)))
        #expect(Rig().open(server, part: "/?part=albums").catalogue.count == 1)
        #expect(
            Rig().open(server, part: "/?part=albums").failure == .fetch(.tooLarge(limit: PhotoPrismLists.mostBytes)))
    }

    @Test func `A key without the calendar still shows the photos, a thousand at a time`() throws {
        let server = try LoopbackServer { path in
            guard !path.contains("moments") else {
                return Self.refused("403 Forbidden", #"{"code": 403, "error": "Permission denied"}"#)
            }
            return .ok(Self.photos(path.contains("offset=1000") ? 999..<1500 : 0..<1000))
        }
        defer { server.stop() }
        let opened = Rig().open(server)
        #expect(opened.failure == nil)
        // A photo that has moved to the next page meanwhile is there once.
        #expect(opened.catalogue.count == 1500)
        #expect(opened.catalogue.name(at: 1499) == "1499.jpg")
    }

    @Test func `A server that always sends the same page is not asked for ever`() throws {
        let server = try LoopbackServer { _ in .ok(Self.photos(0..<1000)) }
        defer { server.stop() }
        let opened = Rig().open(server, part: "/?part=favourites")
        #expect(opened.catalogue.count == 1000 && server.requests.count == 2)
    }

    @Test func `A refusal says what the server says`() throws {
        let server = try LoopbackServer { _ in
            Self.refused("403 Forbidden", #"{"code": 403, "error": "Permission denied"}"#)
        }
        defer { server.stop() }
        #expect("\(Rig().open(server).failure ?? .noPhotos)".contains("Permission denied"))
    }

    @Test(arguments: [
        (
            "albums", "albums?type=album", #"[{"UID": "a1", "Title": "Holiday"}, {"UID": "../x", "Title": "no"}]"#,
            "Holiday", "album=a1&name=Holiday"
        ),
        (
            "people", "subjects", #"[{"UID": "j1", "Name": "Anna"}, {"UID": "j2", "Name": ""}]"#, "Anna",
            "person=j1&name=Anna"
        ),
        (
            "places", "albums?type=state", #"[{"Title": "x", "State": "São Paulo"}, {"State": ""}]"#, "São Paulo",
            "place=S%C3%A3o%20Paulo"
        ),
        ("folders", "albums?type=folder", #"[{"Path": "2024/May"}, {"Path": "2024"}]"#, "May", "folder=2024/May"),
    ])
    func `Albums, people, places and folders are rows that open`(
        _ part: String, _ asked: String, _ answer: String, _ name: String, _ query: String
    ) throws {
        let server = try LoopbackServer { path in Self.answer(path, [asked: answer]) }
        defer { server.stop() }
        let opened = Rig().open(server, part: "/?part=\(part)")
        #expect(opened.failure == nil && opened.catalogue.count == 1)
        #expect(opened.catalogue.name(at: 0) == name && opened.catalogue.isFolder(at: 0))
        let library = try #require(opened.facts.library)
        let row = try #require(opened.catalogue.url(of: .location, at: 0))
        #expect(library.part(at: row)?.url.query == query)
    }

    @Test(arguments: [
        ("?part=favourites", "favorite=true"), ("?album=a1&name=x", "s=a1"), ("?person=j1&name=x", "subject=j1"),
        ("?place=S%C3%A3o", "state=S%C3%A3o"), ("?search=a%26b", "q=a%26b"),
    ])
    func `What is in them is asked for`(_ part: String, _ wanted: String) throws {
        let server = try LoopbackServer { _ in .ok(Self.photos(0..<3)) }
        defer { server.stop() }
        #expect(Rig().open(server, part: "/" + part).catalogue.count == 3)
        #expect(server.requests.first?.path.contains("&\(wanted)&") == true)
    }

    @Test func `The months that are kept are there without the server, and are still PhotoPrism's`() throws {
        let server = try LoopbackServer { path in
            Self.answer(path, ["moments": #"[{"Year": 2024, "Month": 5, "PhotoCount": 7}]"#])
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "classic-photos-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let rig = Rig(store: LibraryStore(in: folder.filePath))
        let first = rig.open(server).facts
        server.stop()
        let second = rig.open(server).facts
        #expect(!first.isKept && second.isKept)
        #expect(second.months == first.months && second.months?.months.first?.kind == .photoPrism)
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

    private func rig(at server: LoopbackServer, _ keys: [String]) throws -> Rig {
        let rig = Rig(keys)
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

    @Test(arguments: [1, 2, 3, 20_000, 20_001, 50_000])
    func `Photos without a month are counted, and shown however many they are`(_ count: Int) throws {
        let server = try LoopbackServer { path in
            guard path.contains("month=-1") else { return .ok(Data("[]".utf8)) }
            let offset = path.firstMatch(of: /offset=([0-9]+)/).flatMap { Int($0.1) } ?? 0
            return .ok(Self.photos(offset < count ? 0..<1 : 0..<0))
        }
        defer { server.stop() }
        let months = try #require(Rig().open(server).facts.months)
        #expect(months.photoCount == count)
        #expect(months.sections.count == 1 && months.months.count == (count + 19_999) / 20_000)
        #expect(server.requests.count < 40)
    }

    @Test func `A search that the server takes for a filter is sent in other words`() throws {
        let server = try LoopbackServer { path in
            path.contains("q=12%3A30")
                ? Self.refused("400 Bad Request", #"{"error": "Unable to do that"}"#)
                : .ok(Self.photos(0..<2))
        }
        defer { server.stop() }
        #expect(Rig().open(server, part: "/?search=12:30").catalogue.count == 2)
        #expect(server.requests.last?.path.contains("q=12%2030") == true)
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

    @Test(arguments: ["../x", "a/b", "a?b", "", "a b", "é", String(repeating: "x", count: 257)])
    func `What is no ticket is not put into an address`(_ text: String) {
        let tickets = PictureTickets(["x-preview-token": text, "x-download-token": text])
        #expect(tickets == PictureTickets([:]))
        #expect(tickets.apply(to: "https://h/t/2f/_preview_/x?t=_download_") == "https://h/t/2f/public/x?t=public")
    }
}

/// What a PhotoPrism server knows of a photo.
@Suite struct PhotoPrismFactsTests {
    private let library: LibraryLocation

    init() throws {
        let url = try #require(URL(string: "photoprism+https://h/sub"))
        library = try #require(LibraryLocation(url))
    }

    private func facts(_ json: String) -> LibraryFacts? {
        let picture = LibraryLocation.Picture(hash: "2f", photo: "p1", isVideo: false)
        return PhotoPrismFacts.facts(in: Data(json.utf8), about: picture, of: library)
    }

    private func photo(at address: String) -> LibraryPhoto? {
        URL(string: address).flatMap { PhotoPrismFacts.photo(at: $0, of: library) }
    }

    @Test func `A photo has a smaller picture and facts; a video has its file`() throws {
        let base = "https://h/sub/api/v1/"
        let photo = try #require(self.photo(at: base + "dl/2f?t=_download_&photo=p1"))
        #expect(photo.preview?.absoluteString == base + "t/2f/_preview_/fit_1920?photo=p1")
        #expect(photo.facts.absoluteString == base + "photos/p1")
        #expect(photo.page?.absoluteString == "https://h/sub/library/browse?q=uid:p1")
        #expect(photo.video == nil)
        let video = try #require(self.photo(at: base + "t/2f/_preview_/fit_1920?photo=p1"))
        #expect(video.preview == nil)
        #expect(video.video?.absoluteString == base + "videos/2f/_preview_/avc")
    }

    @Test(arguments: [
        "https://h/sub/api/v1/dl/2f", "https://h/sub/api/v1/dl/2f?photo=", "https://h/sub/api/v1/dl/2f?photo=a%2Fb",
        "https://h/sub/api/v1/dl/a/b?photo=p", "https://h/api/v1/dl/2f?photo=p", "https://i/sub/api/v1/dl/2f?photo=p",
        "https://h/sub/api/v1/albums/2f?photo=p", "https://h/sub/api/v1/?photo=p", "https://h/sub/api/v1/dl?photo=p",
    ])
    func `Other addresses are none of its photos`(_ address: String) throws {
        #expect(photo(at: address) == nil)
    }

    @Test func `All that is told is known`() throws {
        let found = try #require(
            facts(
                """
                {"UID": "p1", "Type": "live", "TakenAtLocal": "2024-05-17T14:03:22Z", "Year": 2024,
                 "Description": "At the river", "PlaceID": "pt:1", "Place": {"Label": "Lisbon, Portugal"}, "Lat": 38.7,
                 "Lng": -9.1, "Iso": 200, "FNumber": 2.8, "FocalLength": 35, "Exposure": "1/250",
                 "Camera": {"Slug": "nikon-z-6", "Make": "NIKON", "Model": "Z 6"},
                 "Lens": {"Slug": "z-35", "Make": "", "Model": "Z 35/1.8"},
                 "Files": [{"Hash": "aa", "Name": "x.mp4", "Size": 9},
                  {"Hash": "2f", "Name": "2024/05/IMG_1.jpg", "Size": 4000001, "Width": 4024, "Height": 6048,
                   "Markers": [{"Name": "Anna"}, {"Name": ""}, {"Name": "Ben"}, {"Name": "Anna"},
                    {"Name": "No", "Invalid": true}]}]}
                """))
        #expect(found.fileName == "IMG_1.jpg" && found.byteCount == 4_000_001)
        #expect(found.size == PixelSize(width: 4024, height: 6048))
        #expect(found.place == "Lisbon, Portugal" && found.people == ["Anna", "Ben"])
        #expect(found.description == "At the river")
        #expect(found.camera.camera == "NIKON Z 6" && found.camera.lens == "Z 35/1.8")
        #expect(found.camera.exposureTime == 1 / 250 && found.camera.aperture == 2.8 && found.camera.speed == 200)
        #expect(found.camera.latitude == 38.7 && found.camera.longitude == -9.1)
        #expect(found.camera.date == "2024:05:17 14:03:22")
        #expect(found.motion?.absoluteString == "https://h/sub/api/v1/videos/2f/_preview_/avc")
    }

    @Test func `What is not known is not shown`() throws {
        let found = try #require(
            facts(
                """
                {"UID": "p1", "Type": "image", "TakenAtLocal": "2024-05-17T14:03:22Z", "Year": -1, "PlaceID": "zz",
                 "Place": {"Label": "Unknown"}, "Lat": 0, "Lng": 0, "Iso": 0, "FNumber": 0, "FocalLength": -1,
                 "Exposure": "", "Camera": {"Slug": "zz", "Make": "", "Model": "Unknown"},
                 "Lens": {"Slug": "zz", "Model": "Unknown"}}
                """))
        #expect(found == LibraryFacts())
    }

    @Test(arguments: ["", "[]", "7", "{}", "null", #"{"UID": "#])
    func `Something else is none`(_ text: String) { #expect(facts(text) == nil) }

    @Test(arguments: ["1e999", "-1e999", "-3", "1e300", #""NaN""#, "[]"])
    func `Numbers are taken over their whole range`(_ number: String) throws {
        _ = facts(
            """
            {"UID": "p", "Year": \(number), "Lat": \(number), "Lng": \(number), "Iso": \(number), "FNumber": \(number),
             "FocalLength": \(number), "Files": [{"Hash": "2f", "Size": \(number), "Width": \(number),
             "Height": \(number)}]}
            """)
    }
}

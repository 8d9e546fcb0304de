import Foundation
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@Suite("Opening an Immich library")
struct ImmichFillerTests {
    private static let buckets = Data(
        """
        [{"timeBucket": "2024-04-01", "count": 2}, {"timeBucket": "2024-05-01T00:00:00.000Z", "count": "3"},
         {"timeBucket": "1889-12-01", "count": 1}, {"timeBucket": "2024-03-01", "count": 0},
         {"timeBucket": "2024-02-01", "count": -7}, {"timeBucket": "2024-01-01", "count": 1e300},
         {"timeBucket": 7, "count": 1}, {"count": 1}, "x", {"timeBucket": "never", "count": 4}]
        """.utf8)

    @Test func `Months are the newest first, and what is none is left out`() throws {
        let server = try LoopbackServer { _ in .ok(Self.buckets, type: "application/json") }
        defer { server.stop() }
        let opened = LibraryRig(.immich).open(server)
        #expect(opened.failure == nil)
        let months = try #require(opened.facts.months?.months)
        #expect(months.map(\.count) == [4, 3, 2, 1])
        #expect(months.map { $0.month?.month } == [nil, 5, 4, 12])
        #expect(months[1].address.absoluteString.hasSuffix("&timeBucket=2024-05-01T00%3A00%3A00.000Z"))
    }

    @Test func `A library has as many months and photos as it may have, and not one more`() throws {
        let library = try #require(URL(string: "immich+https://a.example/").flatMap { LibraryLocation($0) })
        for count in [LibraryMonths.mostMonths, LibraryMonths.mostMonths + 1] {
            let names = (0..<count).map { String(format: "%04d-%02d-01", $0 / 12 + 1, $0 % 12 + 1) }
            let answer = try JSONSerialization.data(withJSONObject: names.map { ["timeBucket": $0, "count": 1] })
            let months = try ImmichInterface.months(in: answer, of: library)
            #expect(months.count == LibraryMonths.mostMonths)
        }
        let counts = Counter()
        let server = try LoopbackServer { _ in
            let count = LibraryMonths.mostPhotos - 2 + counts.next()
            return .ok(
                Data(
                    """
                    [{"timeBucket": "2024-05-01", "count": \(count)}, {"timeBucket": "2024-04-01", "count": 1}]
                    """.utf8), type: "application/json")
        }
        defer { server.stop() }
        let most = LibraryRig(.immich).open(server)
        #expect(most.failure == nil && most.facts.months?.photoCount == LibraryMonths.mostPhotos)
        #expect(LibraryRig(.immich).open(server).failure == .tooManyPhotos(limit: LibraryMonths.mostPhotos))
    }

    @Test func `A month that has more photos than a library may have is left out, and the others are shown`() throws {
        let most = LibraryMonths.mostPhotos
        let server = try LoopbackServer { _ in
            .ok(
                Data(
                    """
                    [{"timeBucket": "2024-05-01", "count": "9223372036854775807"},
                     {"timeBucket": "2024-04-01", "count": 30}, {"timeBucket": "2024-03-01", "count": \(most + 1)},
                     {"timeBucket": "2024-02-01", "count": "9223372036854775808"},
                     {"timeBucket": "2024-01-01", "count": 5}]
                    """.utf8), type: "application/json")
        }
        defer { server.stop() }
        let opened = LibraryRig(.immich).open(server)
        #expect(opened.failure == nil)
        #expect(opened.facts.months?.months.map(\.count) == [30, 5])
    }

    @Test func `The list of months has as many bytes as it may have, and not one more`() throws {
        let counts = Counter()
        let server = try LoopbackServer { _ in
            let room = ImmichInterface.mostBytes + counts.next() - 1 - Self.buckets.count
            return .ok(Self.buckets + Data(repeating: UInt8(ascii: " "), count: room), type: "application/json")
        }
        defer { server.stop() }
        #expect(LibraryRig(.immich).open(server).facts.months?.months.count == 4)
        #expect(LibraryRig(.immich).open(server).failure == .fetch(.tooLarge(limit: ImmichInterface.mostBytes)))
    }

    @Test func `The list of albums has as many bytes as it may have, and not one more`() throws {
        let answer = Data(#"[{"id": "a-1", "albumName": "Holiday", "assetCount": 3}]"#.utf8)
        let counts = Counter()
        let server = try LoopbackServer { path in
            guard !path.contains("shared") else { return .ok(Data("[]".utf8)) }
            let room = ImmichLists.mostBytes + counts.next() - 1 - answer.count
            return .ok(answer + Data(repeating: UInt8(ascii: " "), count: room), type: "application/json")
        }
        defer { server.stop() }
        #expect(LibraryRig(.immich).open(server, part: "/?part=albums").rows == 1)
        #expect(
            LibraryRig(.immich).open(server, part: "/?part=albums").failure
                == .fetch(.tooLarge(limit: ImmichLists.mostBytes)))
    }

    @Test(arguments: ["[]", "", #"[{"id": "a-1", "albumName": "Mine"}, {"id": "b-2", "albumName": "Ours"}]"#])
    func `Albums that others share are listed after the person's own`(_ shared: String) throws {
        let server = try LoopbackServer { path in
            guard path.contains("?shared=true") else { return .ok(Data(#"[{"id": "a-1", "albumName": "Mine"}]"#.utf8)) }
            return shared.isEmpty ? .status("400 Bad Request") : .ok(Data(shared.utf8))
        }
        defer { server.stop() }
        let opened = LibraryRig(.immich).open(server, part: "/?part=albums")
        #expect(opened.failure == nil && opened.rows == (shared.count > 2 ? 2 : 1))
    }

    @Test func `People are read on as many pages as they may have, and on not one more`() throws {
        let pages = Counter()
        let server = try LoopbackServer { _ in
            let page = pages.next()
            let answer = #"{"hasNextPage": true, "people": [{"id": "\#(page)", "name": "Anna \#(page)"}]}"#
            return .ok(Data(answer.utf8), type: "application/json")
        }
        defer { server.stop() }
        let opened = LibraryRig(.immich).open(server, part: "/?part=people")
        #expect(opened.failure == nil && opened.rows == ImmichLists.mostPagesOfPeople)
        #expect(pages.count == ImmichLists.mostPagesOfPeople)
    }

    @Test func `A server that always sends the same people is not asked for ever`() throws {
        let answer = #"{"hasNextPage": true, "people": [{"id": "a-1", "name": "Anna"}, {"id": "b-2", "name": ""}]}"#
        let server = try LoopbackServer { _ in .ok(Data(answer.utf8)) }
        defer { server.stop() }
        #expect(LibraryRig(.immich).open(server, part: "/?part=people").rows == 1)
        #expect(server.requests.count == 2)
    }

    @Test(arguments: [
        ("albums", #"[{"id": "a-1", "albumName": "x"}, {"id": "a-1", "albumName": "x"}]"#),
        ("people", #"[{"id": "a-1", "name": "x"}, {"id": "a-1", "name": "x"}]"#),
        ("places", #"[{"id": "a", "exifInfo": {"city": "x"}}, {"id": "b", "exifInfo": {"city": "x"}}, {"id": "c"}]"#),
        ("folders", #"["x", "x", ["y"], {"y": "z"}]"#),
    ])
    func `What the server lists twice is there once`(_ part: String, _ answer: String) throws {
        let server = try LoopbackServer { path in
            path.contains("view/folder?") ? .ok(Data("[]".utf8)) : .ok(Data(answer.utf8))
        }
        defer { server.stop() }
        let opened = LibraryRig(.immich).open(server, part: "/?part=" + part)
        // All photos are in the one folder.
        #expect(opened.failure == nil && opened.rows == (part == "folders" ? 0 : 1))
    }

    @Test func `The months that are kept are there without the server, unless those of now are wanted`() throws {
        let asked = Counter()
        let server = try LoopbackServer { _ in
            asked.next() == 1
                ? .ok(Self.buckets, type: "application/json")
                : .ok(Data(#"[{"timeBucket": "2024-06-01", "count": 9}]"#.utf8), type: "application/json")
        }
        defer { server.stop() }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "classic-photos-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let rig = LibraryRig(.immich, store: LibraryStore(in: folder.filePath))
        let first = rig.open(server).facts
        #expect(!first.isKept)
        let second = rig.open(server).facts
        #expect(second.isKept)
        #expect(second.months == first.months)
        #expect(second.library == first.library && second.base == first.base)
        #expect(asked.count == 1)
        let third = rig.open(server, revalidates: true).facts
        #expect(!third.isKept)
        #expect(third.months?.months.map(\.count) == [9])
        #expect(rig.open(server).facts.months == third.months)
        #expect(asked.count == 2)
    }

    @Test func `A key is asked for once, and sent by every session, but only to the interface`() async throws {
        let server = try LoopbackServer.answering { request in
            guard request.path.hasPrefix("/api/") else { return .ok(Data("free".utf8)) }
            guard request.fields["x-api-key"] == "right" else {
                return .raw(
                    "HTTP/1.1 401 Unauthorized\r\nContent-Length: 31\r\n\r\n",
                    body: Data(#"{"message": "Invalid API key."}"#.utf8))
            }
            return .ok(Self.buckets)
        }
        defer { server.stop() }
        let rig = LibraryRig(.immich, ["wrong", " right\n"])
        #expect(rig.open(server).failure == nil)
        #expect(rig.asker.asked.count == 2)
        #expect(rig.asker.asked.last?.wasWrong == true)
        #expect(rig.asker.asked.last?.space.realm == "Immich")
        _ = await rig.fetch(server.url("/api/assets/a/thumbnail"))
        _ = await rig.fetch(server.url("/elsewhere"))
        #expect(server.requests.suffix(2).map { $0.fields["x-api-key"] } == ["right", nil])
        _ = rig.places.forgetAnswers()
        _ = await rig.fetch(server.url("/api/assets/b/thumbnail"))
        // It is not known to the session any more, but the person's answer is.
        #expect(server.requests.suffix(2).map { $0.fields["x-api-key"] } == [nil, "right"])
    }

    @Test func `What a key has opened counts as protected`() async throws {
        let server = try LoopbackServer.answering { request in
            guard request.path.hasPrefix("/api/"), request.fields["x-api-key"] != "right" else {
                return .ok(Self.buckets)
            }
            return .status("401 Unauthorized")
        }
        defer { server.stop() }
        let rig = LibraryRig(.immich, ["right"])
        #expect(rig.open(server).failure == nil)
        for (path, isProtected) in [("/api/assets/a/thumbnail", true), ("/elsewhere", false)] {
            let url = server.url(path)
            let reply = await rig.head(url)
            let head = try #require(reply)
            #expect(head.status == 200)
            let kept = StoredHead(head, to: url, totalByteCount: nil)
            #expect(kept.protectedServer == (isProtected ? WebServer(url) : nil))
        }
    }

    @Test func `A missing permission is named`() throws {
        let text = #"{"message": "Missing required permission: asset.read", "statusCode": 403}"#
        let server = try LoopbackServer { _ in
            .raw("HTTP/1.1 403 Forbidden\r\nContent-Length: \(text.utf8.count)\r\n\r\n", body: Data(text.utf8))
        }
        defer { server.stop() }
        #expect("\(LibraryRig(.immich).open(server).failure ?? .noPhotos)".contains("asset.read"))
    }

    @Test func `Counts and further pages of answers are asked for again when a server is busy`() throws {
        let (counts, pages) = (Counter(), Counter())
        let server = try LoopbackServer.answering { request in
            guard request.path == "/api/search/metadata" else {
                return counts.next() < 3
                    ? .status("429 Too Many Requests", headers: "Retry-After: 0\r\n") : .ok(Self.buckets)
            }
            let wish = (try? JSONSerialization.jsonObject(with: Data(request.body))) as? [String: Any]
            let page = wish?["page"] as? Int ?? 0
            if page == 2, pages.next() < 3 { return .status("502 Bad Gateway") }
            let rows = (0..<(page == 2 ? 7 : 1000)).map { #"{"id": "a-\#(page)-\#($0)"}"# }
            return .ok(Data(#"{"assets": {"items": [\#(rows.joined(separator: ","))]}}"#.utf8))
        }
        defer { server.stop() }
        #expect(LibraryRig(.immich).open(server).facts.months?.months.count == 4)
        let place = LibraryRig(.immich).open(server, part: "/?place=Lisbon")
        #expect(place.failure == nil && place.rows == 1007)
    }

    @Test func `An old server is asked as it wants it`() throws {
        let server = try LoopbackServer { path in
            path.contains("size=MONTH") ? .ok(Self.buckets) : .status("400 Bad Request")
        }
        defer { server.stop() }
        let months = LibraryRig(.immich).open(server).facts.months?.months
        #expect(months?.count == 4)
        #expect(months?.allSatisfy { $0.address.query?.contains("size=MONTH") == true } == true)
    }

    @Test(arguments: ["", "/?place=Kyoto", "/?folder=/mnt", "/?search=x"])
    func `The photos of every list have their own shapes in the timeline, and their places`(_ part: String) throws {
        let server = try LoopbackServer.answering { request in
            if request.path.contains("unique-paths") { return .ok(Data(#"["/mnt"]"#.utf8)) }
            if request.path.contains("timeline") { return .status("404 Not Found") }
            let wish = (try? JSONSerialization.jsonObject(with: Data(request.body))) as? [String: Any]
            // Searches tell it to those who ask for it.
            let exif = { (name: String, width: Int, orientation: Int) -> String in
                guard wish.map({ $0["withExif"] as? Bool == true }) ?? true else { return "" }
                return #", "exifInfo": {"exifImageWidth": \#(width), "exifImageHeight": 2000, "city": "\#(name)", "#
                    + #""orientation": "\#(orientation)"}"#
            }
            let rows = [
                #"{"id": "a-1"\#(exif("Kyoto", 3000, 1))}"#, #"{"id": "b-2"\#(exif("Nara", 3000, 6))}"#,
                #"{"id": "c-3", "width": 1000, "height": 2000\#(exif("Uji", 2000, 6))}"#,
            ].joined(separator: ",")
            let answer = request.path.contains("view/") ? "[\(rows)]" : #"{"assets": {"items": [\#(rows)]}}"#
            return .ok(Data(answer.utf8))
        }
        defer { server.stop() }
        let catalogue = LibraryRig(.immich).open(server, part: part).catalogue
        let texts = { (field: CatalogueField) in (0..<catalogue.count).map { catalogue.text(of: field, at: $0) } }
        #expect(catalogue.timelineRatios == [1.5, 0.67, 0.5])
        #expect(texts(.width) == ["3000", "2000", "1000"] && texts(.height) == ["2000", "3000", "2000"])
        #expect(texts(.description) == ["Kyoto", "Nara", "Uji"])
    }

    /// The names of the rows of a part, and the addresses that the folders among them open.
    private static func rows(_ part: String, of server: LoopbackServer) -> (names: [String], folders: [String]) {
        let opened = LibraryRig(.immich).open(server, part: part).catalogue
        let rows = 0..<opened.count
        return (rows.map(opened.name), rows.compactMap { opened.folder(at: $0)?.query })
    }

    @Test func `The server's folders are rows that open, and the photos in one follow, but not those of others`()
        throws
    {
        let server = try LoopbackServer.answering { request in
            switch request.path {
            case "/api/view/folder/unique-paths":
                .ok(Data(#"["/mnt/p/2024_05", "/mnt/p/2024_05/b c", "/mnt/p/2024_05/a", "/mnt/p/2024-05", 7]"#.utf8))
            case "/api/view/folder?path=%2Fmnt%2Fp%2F2024_05", "/api/view/folder?path=/mnt/p/2024_05":
                .ok(
                    Data(
                        #"""
                        [{"id": "a-1", "originalFileName": "1.jpg", "originalPath": "/mnt/p/2024_05/1.jpg"},
                         {"id": "b-2", "originalFileName": "2.jpg", "originalPath": "/mnt/p/2024-05/2.jpg"},
                         {"id": "c-3", "originalFileName": "3.jpg", "originalPath": "/x/mnt/p/2024_05/3.jpg"},
                         {"id": "d-4", "originalFileName": "4.jpg"}]
                        """#.utf8))
            default: .status("404 Not Found")
            }
        }
        defer { server.stop() }
        let all = Self.rows("/?part=folders", of: server)
        #expect(all.names == ["2024-05", "2024_05"])
        #expect(all.folders == ["folder=/mnt/p/2024-05", "folder=/mnt/p/2024_05"])
        let one = Self.rows("/?" + (all.folders.last ?? ""), of: server)
        #expect(one.names == ["a", "b c", "1.jpg", "4.jpg"])
        #expect(one.folders.last == "folder=/mnt/p/2024_05/b%20c")
    }

    @Test(arguments: ["{}", "[]", "[7, null]", "[\"\"]", "<html>"])
    func `A server without folders has none`(_ answer: String) throws {
        let server = try LoopbackServer { _ in .ok(Data(answer.utf8)) }
        defer { server.stop() }
        #expect(Self.rows("/?part=folders", of: server).names.isEmpty)
    }

    @Test(arguments: ["", "{}", "[", "<html></html>", "[1]"])
    func `Another answer is no library`(_ body: String) throws {
        let server = try LoopbackServer { _ in .ok(Data(body.utf8)) }
        defer { server.stop() }
        let opened = LibraryRig(.immich).open(server)
        #expect(opened.failure != nil || opened.facts.months?.months.isEmpty == true)
    }
}

import Foundation
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@Suite("What an Immich server tells of a month")
struct ImmichMonthReaderTests {
    private static let may = LibraryMonths.Month(
        month: TimelineMonth(year: 2024, month: 5), count: 2, address: URL(fileURLWithPath: "/month"))

    private static func read(_ text: String) throws -> (catalogue: Catalogue, days: [Int], ratios: [Double]) {
        let content = try ImmichMonthReader().read(Data(text.utf8), of: may, isCancelled: { false })
        var catalogue = Catalogue(from: may.address)
        catalogue.append(content.segment)
        catalogue.facts.base = "https://h/api/"
        let days = content.timeline.days.flatMap { [Int](repeating: Int($0.day), count: Int($0.count)) }
        return (catalogue, days, content.timeline.ratios.map { ($0.value * 100).rounded() / 100 })
    }

    @Test func `Columns, as servers tell them today`() throws {
        let read = try Self.read(
            """
            {"id": ["a-1", "b-2", "c-3"], "fileCreatedAt": ["2024-05-31T20:30:00.000", "2024-05-02T00:00:00", "x"],
             "localOffsetHours": [2, -1.5, 0], "ratio": [1.5, "0.75", null], "isImage": [true, false, true],
             "isTrashed": [false, false, false], "city": ["Lisbon", null, ""], "country": ["Portugal", null, "France"],
             "stack": [["x", "2"], null, null], "duration": [null, "00:00:12.000", null], "visibility": ["timeline"]}
            """)
        #expect(read.catalogue.count == 3)
        #expect(read.catalogue.text(of: .date, at: 0) == "2024-05-31T22:30:00")
        #expect(read.catalogue.text(of: .date, at: 1) == "2024-05-01T22:30:00")
        #expect(read.catalogue.text(of: .date, at: 2) == nil)
        #expect(read.days == [31, 1, 0])
        #expect(read.ratios == [1.5, 0.75, 1])
        #expect(try read.catalogue.location(at: 0).get().absoluteString == "https://h/api/assets/a-1/original")
        #expect(
            try read.catalogue.location(at: 1).get().absoluteString == "https://h/api/assets/b-2/thumbnail?size=preview"
        )
        let thumbnail = try #require(read.catalogue.thumbnailLocation(at: 0))
        #expect(thumbnail.absoluteString == "https://h/api/assets/a-1/thumbnail?size=thumbnail")
        #expect(
            (0..<3).map { read.catalogue.text(of: .description, at: $0) } == ["Lisbon, Portugal", "Video", "France"])
        #expect(read.catalogue.name(at: 0).contains("31"))
    }

    @Test(arguments: [#"{"assets": {"total": 2, "items": [%], "nextPage": null}}"#, "[%]"])
    func `Objects, as older servers and searches tell them`(_ shape: String) throws {
        let assets = """
            {"id": "a-1", "owner": {"id": "o", "originalFileName": "no"}, "originalFileName": "IMG_1.jpg",
             "type": "IMAGE", "people": [{"id": "p", "name": "Anna"}], "localDateTime": "2024-05-04T14:30:00.000Z",
             "exifInfo": {"exifImageWidth": 4000, "exifImageHeight": 3000, "orientation": "6", "city": "Kyoto"}},
            {"id": "b-2", "localDateTime": "2024-05-03T00:00:00Z", "type": "VIDEO", "isTrashed": "false"}
            """
        let read = try Self.read(shape.replacingOccurrences(of: "%", with: assets))
        #expect((0..<read.catalogue.count).map { read.catalogue.name(at: $0) }.first == "IMG_1.jpg")
        #expect(read.catalogue.count == 2)
        #expect(read.days == [4, 3])
        #expect(read.ratios == [0.75, 1])
        #expect(read.catalogue.text(of: .description, at: 0) == "Kyoto")
        #expect(read.catalogue.text(of: .description, at: 1) == "Video")
    }

    @Test(arguments: [
        #"{"id": ["../../users/me", "a/b", "a?x=1", "", null]}"#, #"{"id": ["a%2f..", "é", "a b", "..", "a#b"]}"#,
    ])
    func `An ID that leads elsewhere is no photo`(_ text: String) throws {
        let read = try Self.read(text)
        #expect(read.catalogue.count == 5)
        for row in 0..<5 { #expect(throws: LocationFailure.self) { try read.catalogue.location(at: row).get() } }
    }

    @Test(arguments: ["", "<html>", #"{"id": ["a"]"#, #"{"id": ["a"]}}"#, "nul"])
    func `What is no JSON, or is cut short, says so`(_ text: String) {
        #expect(throws: CatalogueFailure.self) { try Self.read(text) }
    }

    @Test(arguments: [
        "{}", "[]", "null", "7", #""id""#, #"{"id": "a"}"#, #"{"id": {"id": ["a"]}}"#, #"[["a"]]"#,
        #"{"id": []}"#, #"{"message": "x"}"#,
    ])
    func `What tells of no photos is an empty month`(_ text: String) throws {
        #expect(try Self.read(text).catalogue.count == 0)
    }

    @Test(arguments: ["1e999", "-1e999", "0", "-3", "1e-300", "NaN", "99999999999999999999"])
    func `Numbers are taken over their whole range`(_ number: String) throws {
        let read = try Self.read(
            #"{"id": ["a"], "fileCreatedAt": ["2024-05-04T12:00:00"], "localOffsetHours": ["#
                + (number == "NaN" ? #""NaN""# : number) + #"], "ratio": ["# + (number == "NaN" ? #""NaN""# : number)
                + "]}")
        #expect(read.catalogue.count == 1)
        #expect(read.ratios.allSatisfy { $0 >= 0.25 && $0 <= 4 })
    }

    @Test(arguments: ["0000-01-01", "9999-12-31T23:59:59", "-5000-01-01", "99999-01-01", "2024-13-45", ""])
    func `Dates are taken over their whole range`(_ date: String) throws {
        let read = try Self.read(
            #"{"id": ["a"], "fileCreatedAt": [""# + date + #""], "localOffsetHours": [14], "ratio": [1]}"#)
        #expect(read.catalogue.count == 1)
        #expect(!read.catalogue.name(at: 0).isEmpty)
    }

    @Test func `Deep and long answers are given up`() throws {
        let deep = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
        #expect(try Self.read(deep).catalogue.count == 0)
        let long = String(repeating: "x", count: 100_000)
        let read = try Self.read(#"{"id": ["a"], "city": [""# + long + #""]}"#)
        #expect(read.catalogue.text(of: .description, at: 0) == nil)
    }

    @Test func `A list has as many photos as were counted and some more, and not one more than that`() throws {
        let most = Self.may.mostRows
        let ids = { (count: Int) in Array(repeating: "\"\"", count: count).joined(separator: ",") }
        #expect(try ImmichAssets(in: Data(#"{"id": [\#(ids(most))]}"#.utf8), most: most).count == most)
        for text in [#"{"id": [\#(ids(most + 1))]}"#, #"{"city": [\#(ids(most + 1))], "id": ["a"]}"#] {
            #expect(throws: CatalogueFailure.tooManyPhotos(limit: most)) { try Self.read(text) }
        }
    }

    @Test(arguments: [
        #"{"id": ["a", "b", "c", "#, #"[{"id": "a"}, {"id": "b"}, {"id": "c"}, "#,
        #"{"assets": {"items": [{"id": "a"}, {"id": "b"}, {"id": "c"}, "#,
    ])
    func `What is beyond the photos that a list may have is not read`(_ text: String) {
        #expect(throws: CatalogueFailure.tooManyPhotos(limit: 2)) { try ImmichAssets(in: Data(text.utf8), most: 2) }
        guard case .notACatalogue = Self.failure(of: text, most: 3) else {
            Issue.record("The whole text is read")
            return
        }
    }

    private static func failure(of text: String, most: Int) -> CatalogueFailure? {
        do throws(CatalogueFailure) {
            _ = try ImmichAssets(in: Data(text.utf8), most: most)
            return nil
        } catch {
            return error
        }
    }
}

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
        let server = try LoopbackServer { _ in
            let room = ImmichLists.mostBytes + counts.next() - 1 - answer.count
            return .ok(answer + Data(repeating: UInt8(ascii: " "), count: room), type: "application/json")
        }
        defer { server.stop() }
        #expect(LibraryRig(.immich).open(server, part: "/?part=albums").rows == 1)
        #expect(
            LibraryRig(.immich).open(server, part: "/?part=albums").failure
                == .fetch(.tooLarge(limit: ImmichLists.mostBytes)))
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

    @Test(arguments: [("", 3), ("/?place=Lisbon", 2)])
    func `A server that always sends the same photos is not asked for ever`(
        _ part: String, _ requests: Int
    ) throws {
        let rows = (0..<1000).map { #"{"id": "a-\#($0)", "originalFileName": "\#($0).jpg"}"# }
        let answer = Data(#"{"assets": {"items": [\#(rows.joined(separator: ","))]}}"#.utf8)
        let server = try LoopbackServer.answering { request in
            request.path.contains("search/") ? .ok(answer) : .status("404 Not Found")
        }
        defer { server.stop() }
        let opened = LibraryRig(.immich).open(server, part: part)
        #expect(opened.failure == nil && opened.rows == 1000)
        #expect(server.requests.count == requests)
    }

    @Test func `A page with nothing but photos in the trash is not the last one`() throws {
        let server = try LoopbackServer.answering { request in
            let wish = (try? JSONSerialization.jsonObject(with: Data(request.body))) as? [String: Any]
            let page = wish?["page"] as? Int ?? 0
            let rows = (0..<(page == 1 ? 1000 : 3)).map { #"{"id": "a-\#(page)-\#($0)", "isTrashed": \#(page == 1)}"# }
            return .ok(Data(#"{"assets": {"items": [\#(rows.joined(separator: ","))]}}"#.utf8))
        }
        defer { server.stop() }
        #expect(LibraryRig(.immich).open(server, part: "/?place=Lisbon").rows == 3)
    }

    @Test func `A smart search that begins with what has the name goes on`() throws {
        let server = try LoopbackServer.answering { request in
            let wish = (try? JSONSerialization.jsonObject(with: Data(request.body))) as? [String: Any]
            let page = wish?["page"] as? Int ?? 0
            let last = request.path.hasSuffix("smart") ? 2 : 1
            let rows = (0..<(page <= last ? 250 : 0)).map { #"{"id": "a-\#(page)-\#($0)"}"# }
            return .ok(Data(#"{"assets": {"items": [\#(rows.joined(separator: ","))]}}"#.utf8))
        }
        defer { server.stop() }
        #expect(LibraryRig(.immich).open(server, part: "/?search=beach").rows == 500)
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
        rig.places.forgetAnswers()
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

    @Test func `An old server is asked as it wants it`() throws {
        let server = try LoopbackServer { path in
            path.contains("size=MONTH") ? .ok(Self.buckets) : .status("400 Bad Request")
        }
        defer { server.stop() }
        let months = LibraryRig(.immich).open(server).facts.months?.months
        #expect(months?.count == 4)
        #expect(months?.allSatisfy { $0.address.query?.contains("size=MONTH") == true } == true)
    }

    @Test func `A server without a timeline is searched for everything, a thousand at a time`() throws {
        let server = try LoopbackServer.answering { request in
            guard request.path == "/api/search/metadata", request.method == "POST" else {
                return .status("404 Not Found")
            }
            let wish = (try? JSONSerialization.jsonObject(with: Data(request.body))) as? [String: Any]
            let page = wish?["page"] as? Int ?? 0
            let rows = (0..<(page == 3 ? 7 : 1000)).map {
                #"{"id": "a-\#(page)-\#($0)", "originalFileName": "\#(page).jpg"}"#
            }
            return .ok(Data(#"{"assets": {"items": [\#(rows.joined(separator: ","))]}}"#.utf8))
        }
        defer { server.stop() }
        let opened = LibraryRig(.immich).open(server)
        #expect(opened.failure == nil)
        #expect(opened.facts.months == nil)
        #expect(opened.rows == 2007)
    }

    /// The names of the rows of a part, and the addresses that the folders among them open.
    @Test(arguments: [(400, 800), (500, 1000), (501, 1000)])
    func `A search shows a thousand answers, however long the server's pages are`(_ each: Int, _ wanted: Int) throws {
        let server = try LoopbackServer.answering { request in
            let wish = (try? JSONSerialization.jsonObject(with: Data(request.body))) as? [String: Any]
            let isFirst = wish?["page"] as? Int == 1
            let kind = request.path.hasSuffix("smart") ? "s" : "m"
            let rows = (0..<(isFirst ? each : 0)).map {
                #"{"id": "\#(kind)-\#($0)", "originalFileName": "\#($0).jpg"}"#
            }
            return .ok(Data(#"{"assets": {"items": [\#(rows.joined(separator: ","))]}}"#.utf8))
        }
        defer { server.stop() }
        #expect(LibraryRig(.immich).open(server, part: "/?search=beach").rows == wanted)
    }

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

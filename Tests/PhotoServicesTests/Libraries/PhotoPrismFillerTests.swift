import Foundation
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@Suite("Opening a PhotoPrism library")
struct PhotoPrismFillerTests {
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
        let opened = LibraryRig(.photoPrism).open(server)
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
        let opened = LibraryRig(.photoPrism).open(server)
        #expect(opened.failure == nil && opened.facts.months?.months.isEmpty == true)
    }

    @Test(arguments: ["{}", "7", "<html>", ""])
    func `Another answer is no library`(_ text: String) throws {
        let server = try LoopbackServer { _ in .ok(Data(text.utf8)) }
        defer { server.stop() }
        guard case .notACatalogue = LibraryRig(.photoPrism).open(server).failure else {
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
        let most = LibraryRig(.photoPrism).open(server)
        #expect(most.failure == nil && most.facts.months?.photoCount == LibraryMonths.mostPhotos)
        #expect(LibraryRig(.photoPrism).open(server).failure == .tooManyPhotos(limit: LibraryMonths.mostPhotos))
    }

    @Test func `A month that has more photos than a library may have is left out, and the others are shown`() throws {
        let server = try LoopbackServer { path in
            guard path.contains("moments") else { return .ok(Data("[]".utf8)) }
            return .ok(
                Data(
                    """
                    [{"Year": 2024, "Month": 5, "PhotoCount": "9223372036854775807"},
                     {"Year": 2024, "Month": 4, "PhotoCount": 30},
                     {"Year": 2024, "Month": 3, "PhotoCount": \(LibraryMonths.mostPhotos + 1)}]
                    """.utf8))
        }
        defer { server.stop() }
        let opened = LibraryRig(.photoPrism).open(server)
        #expect(opened.failure == nil && opened.facts.months?.months.map(\.count) == [30])
    }

    @Test func `A library has as many months as it may have, and not one more`() throws {
        let library = try #require(URL(string: "photoprism+https://a.example/").flatMap { LibraryLocation($0) })
        for count in [LibraryMonths.mostMonths, LibraryMonths.mostMonths + 1] {
            let moments = (0..<count).map { ["Year": $0 / 12 + 1, "Month": $0 % 12 + 1, "PhotoCount": 1] }
            let answer = try JSONSerialization.data(withJSONObject: moments)
            #expect(try PhotoPrismInterface.months(in: answer, of: library).count == LibraryMonths.mostMonths)
        }
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
        #expect(LibraryRig(.photoPrism).open(server).facts.months?.months.count == 1)
        #expect(LibraryRig(.photoPrism).open(server).failure == .fetch(.tooLarge(limit: PhotoPrismInterface.mostBytes)))
        #expect(LibraryRig(.photoPrism).open(server, part: "/?part=albums").catalogue.count == 1)
        #expect(
            LibraryRig(.photoPrism).open(server, part: "/?part=albums").failure
                == .fetch(.tooLarge(limit: PhotoPrismLists.mostBytes)))
    }

    @Test func `A key without the calendar still shows the photos, a thousand at a time`() throws {
        let server = try LoopbackServer { path in
            guard !path.contains("moments") else {
                return Self.refused("403 Forbidden", #"{"code": 403, "error": "Permission denied"}"#)
            }
            return .ok(Self.photos(path.contains("offset=1000") ? 999..<1500 : 0..<1000))
        }
        defer { server.stop() }
        let opened = LibraryRig(.photoPrism).open(server)
        #expect(opened.failure == nil)
        // A photo that has moved to the next page meanwhile is there once.
        #expect(opened.catalogue.count == 1500)
        #expect(opened.catalogue.name(at: 1499) == "1499.jpg")
    }

    @Test(arguments: [
        "", "/?part=favourites", "/?album=a1&name=x", "/?person=j1&name=x", "/?place=x", "/?folder=2024/May",
        "/?search=x",
    ])
    func `The photos of every list have their own shapes in the timeline`(_ part: String) throws {
        let server = try LoopbackServer { path in
            if path.contains("moments") { return Self.refused("403 Forbidden", "{}") }
            if path.contains("albums?") { return .ok(Data(#"[{"Path": "2024/May"}]"#.utf8)) }
            return .ok(
                Data(
                    #"""
                    [{"UID": "p1", "Hash": "2f", "Width": 3000, "Height": "2000"},
                     {"UID": "p2", "Hash": "3f", "Width": 1000, "Height": 2000},
                     {"UID": "p3", "Hash": "4f"}, {"UID": "p4", "Hash": "5f", "Width": 1e9, "Height": 3}]
                    """#.utf8))
        }
        defer { server.stop() }
        let catalogue = LibraryRig(.photoPrism).open(server, part: part).catalogue
        #expect(catalogue.timelineRatios == [1.5, 0.5, 1, 1])
        #expect((0..<catalogue.count).map { catalogue.text(of: .width, at: $0) } == ["3000", "1000", nil, nil])
    }

    @Test(arguments: ["", "/?folder=2024/May"])
    func `Photos further on than the server lists are not asked for, and may be missing`(_ part: String) throws {
        let most = LibraryLocation.mostOffset + 1000
        let server = try LoopbackServer { path in
            if path.contains("moments") { return Self.refused("403 Forbidden", "{}") }
            if path.contains("albums?") { return .ok(Data(#"[{"Path": "2024/May"}]"#.utf8)) }
            let first = path.firstMatch(of: /offset=([0-9]+)/).flatMap { Int($0.1) } ?? 0
            if first > LibraryLocation.mostOffset { return Self.refused("400 Bad Request", "{}") }
            return .ok(Self.photos(first..<first + 1000))
        }
        defer { server.stop() }
        let opened = LibraryRig(.photoPrism).open(server, part: part)
        #expect(opened.failure == nil && opened.rows == most)
        #expect(opened.facts.isCutByServer)
        #expect(server.asked.filter { $0.contains("photos?") }.count == most / 1000)
    }

    @Test func `A list that ends before is whole`() throws {
        let server = try LoopbackServer { path in
            .ok(Self.photos(path.contains("offset=1000") ? 1000..<1500 : 0..<1000))
        }
        defer { server.stop() }
        let opened = LibraryRig(.photoPrism).open(server, part: "/?part=favourites")
        #expect(opened.rows == 1500 && !opened.facts.isCutByServer)
    }

    @Test func `A server that always sends the same page is not asked for ever`() throws {
        let server = try LoopbackServer { _ in .ok(Self.photos(0..<1000)) }
        defer { server.stop() }
        let opened = LibraryRig(.photoPrism).open(server, part: "/?part=favourites")
        #expect(opened.catalogue.count == 1000 && server.requests.count == 2)
    }

    private static func names(_ numbers: Range<Int>) -> Data {
        let names = numbers.map {
            #"{"UID": "a\#($0)", "Title": "x", "Name": "n", "State": "s\#($0)", "Path": "p\#($0)"}"#
        }
        return Data("[\(names.joined(separator: ","))]".utf8)
    }

    @Test(arguments: ["albums", "people", "places", "folders"])
    func `A server that always sends the same names is not asked for ever`(_ part: String) throws {
        let server = try LoopbackServer { _ in .ok(Self.names(0..<1000)) }
        defer { server.stop() }
        let opened = LibraryRig(.photoPrism).open(server, part: "/?part=" + part)
        #expect(opened.failure == nil && opened.rows == 1000)
        #expect(server.requests.count == 2)
    }

    @Test(arguments: ["albums", "people", "places", "folders"])
    func `A name that has moved to the next page meanwhile is there once`(_ part: String) throws {
        let server = try LoopbackServer { path in
            .ok(Self.names(path.contains("offset=1000") ? 999..<1500 : 0..<1000))
        }
        defer { server.stop() }
        #expect(LibraryRig(.photoPrism).open(server, part: "/?part=" + part).rows == 1500)
        #expect(server.requests.count == 2)
    }

    @Test(arguments: ["albums", "people", "places", "folders"])
    func `A server without names has none, and another answer is no list`(_ part: String) throws {
        for answer in ["null", "[]", "{}", "7", #"{"error": "x"}"#, "[", ""] {
            let server = try LoopbackServer { _ in .ok(Data(answer.utf8)) }
            defer { server.stop() }
            let opened = LibraryRig(.photoPrism).open(server, part: "/?part=" + part)
            #expect(opened.rows == 0)
            #expect((opened.failure == nil) == ["null", "[]"].contains(answer), "\(answer)")
        }
    }

    @Test func `A refusal says what the server says`() throws {
        let server = try LoopbackServer { _ in
            Self.refused("403 Forbidden", #"{"code": 403, "error": "Permission denied"}"#)
        }
        defer { server.stop() }
        #expect("\(LibraryRig(.photoPrism).open(server).failure ?? .noPhotos)".contains("Permission denied"))
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
        let opened = LibraryRig(.photoPrism).open(server, part: "/?part=\(part)")
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
        #expect(LibraryRig(.photoPrism).open(server, part: "/" + part).catalogue.count == 3)
        #expect(server.requests.first?.path.contains("&\(wanted)&") == true)
    }

    @Test func `The months that are kept are there without the server, and are still PhotoPrism's`() throws {
        let server = try LoopbackServer { path in
            Self.answer(path, ["moments": #"[{"Year": 2024, "Month": 5, "PhotoCount": 7}]"#])
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "classic-photos-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let rig = LibraryRig(.photoPrism, store: LibraryStore(in: folder.filePath))
        let first = rig.open(server).facts
        server.stop()
        let second = rig.open(server).facts
        #expect(!first.isKept && second.isKept)
        #expect(second.months == first.months && second.months?.months.first?.kind == .photoPrism)
    }

    @Test(arguments: [1, 2, 3, 20_000, 20_001, 50_000])
    func `Photos without a month are counted, and shown however many they are`(_ count: Int) throws {
        let server = try LoopbackServer { path in
            guard path.contains("month=-1") else { return .ok(Data("[]".utf8)) }
            let offset = path.firstMatch(of: /offset=([0-9]+)/).flatMap { Int($0.1) } ?? 0
            return .ok(Self.photos(offset < count ? 0..<1 : 0..<0))
        }
        defer { server.stop() }
        let months = try #require(LibraryRig(.photoPrism).open(server).facts.months)
        #expect(months.photoCount == count)
        #expect(months.sections.count == 1 && months.months.count == (count + 19_999) / 20_000)
        #expect(server.requests.count < 40)
    }

    @Test(arguments: [(LibraryLocation.mostOffset, 0), (30_000, 25)])
    func `Photos without a month are counted as far as the server lists them`(_ last: Int, _ mostRefused: Int) throws {
        let refused = Counter()
        let server = try LoopbackServer { path in
            guard path.contains("month=-1") else { return .ok(Data("[]".utf8)) }
            let offset = path.firstMatch(of: /offset=([0-9]+)/).flatMap { Int($0.1) } ?? 0
            if offset <= last { return .ok(Self.photos(0..<1)) }
            _ = refused.next()
            return Self.refused("400 Bad Request", #"{"error": "Unable to do that"}"#)
        }
        defer { server.stop() }
        let months = try #require(LibraryRig(.photoPrism).open(server).facts.months)
        #expect(months.photoCount == last + 1 && refused.count <= mostRefused)
    }

    @Test(arguments: ["429 Too Many Requests", "500 Internal Server Error", "403 Forbidden"])
    func `A fault while photos without a month are counted is a failure, and changes nothing that is kept`(
        _ line: String
    ) throws {
        let checks = Counter()
        let server = try LoopbackServer { path in
            if path.contains("moments") {
                _ = checks.next()
                return .ok(Data(#"[{"Year": 2024, "Month": 5, "PhotoCount": 7}]"#.utf8))
            }
            if checks.count > 1 { return Self.refused(line, "{}") }
            let isThere = path.contains("month=-1") && path.contains("offset=0")
            return .ok(Self.photos(isThere ? 0..<1 : 0..<0))
        }
        defer { server.stop() }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "classic-photos-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let rig = LibraryRig(.photoPrism, store: LibraryStore(in: folder.filePath))
        #expect(rig.open(server).facts.months?.photoCount == 8)
        guard case .fetch = rig.open(server, revalidates: true).failure else {
            Issue.record("It is no failure")
            return
        }
        let kept = rig.open(server).facts
        #expect(kept.isKept && kept.months?.photoCount == 8)
    }

    @Test func `A server that does not know of photos without a month has none`() throws {
        let server = try LoopbackServer { path in
            path.contains("moments")
                ? .ok(Data(#"[{"Year": 2024, "Month": 5, "PhotoCount": 7}]"#.utf8))
                : Self.refused("400 Bad Request", #"{"error": "Unable to do that"}"#)
        }
        defer { server.stop() }
        let opened = LibraryRig(.photoPrism).open(server)
        #expect(opened.failure == nil && opened.facts.months?.photoCount == 7)
    }

    @Test func `A search that the server takes for a filter is sent in other words`() throws {
        let server = try LoopbackServer { path in
            path.contains("q=12%3A30")
                ? Self.refused("400 Bad Request", #"{"error": "Unable to do that"}"#)
                : .ok(Self.photos(0..<2))
        }
        defer { server.stop() }
        #expect(LibraryRig(.photoPrism).open(server, part: "/?search=12:30").catalogue.count == 2)
        #expect(server.requests.last?.path.contains("q=12%2030") == true)
    }
}

import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite(.timeLimit(.minutes(15))) struct BinaryPropertyListReaderTests {
    /// Made by Python's plistlib, with every kind of value.
    static let sample =
        Data(
            base64Encoded: """
                YnBsaXN0MDDbAQIDBAUGBwgJCgsMDQ4PEhUWFxgZGlhwaG90byAxMFdwaG90byAyWGEgbnVtYmVyWGFuIGFycmF5XGEgZGljdGlv
                bmFyeVZhIGRhdGVZc29tZSBkYXRhWWEgYm9vbGVhblZhIHJlYWxjAPzYPd4AVWEgVUlEXxAPaHR0cDovL2gvMTAuanBnXmh0dHA6
                Ly9oLzIuanBnEAWiEBEQAVF40RMUUWFRYjNBwd4MQAAAAEJ4eAkjP/gAAAAAAABuAGgAdAB0AHAAOgAvAC8AaAAvAPwALgBqAHAA
                Z4ADCB8oMDlCT1ZganF4fpCfoaSmqKutr7i7vMXiAAAAAAAAAQEAAAAAAAAAGwAAAAAAAAAAAAAAAAAAAOQ=
                """, options: .ignoreUnknownCharacters) ?? Data()

    /// A binary property list of these objects; the first is the outermost.
    static func file(_ objects: [[UInt8]], referenceSize: UInt8 = 1) -> Data {
        var data = Data("bplist00".utf8)
        var table = Data()
        for object in objects {
            table.append(contentsOf: bytes(of: UInt32(data.count)))
            data.append(contentsOf: object)
        }
        let trailer =
            [0, 0, 0, 0, 0, 0, 4, referenceSize] + bytes(of: UInt64(objects.count)) + bytes(of: UInt64(0))
            + bytes(of: UInt64(data.count))
        return data + table + Data(trailer)
    }

    static func bytes(of value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value.bigEndian, Array.init) }

    @Test func `Rows come in natural order, and every kind of value has its row`() throws {
        let catalogue = try CatalogueReader.read(Self.sample, from: Sample.web)
        #expect(
            Sample.rows(catalogue) == [
                "a boolean -> The entry’s value is true or false, not a URL.",
                "a date -> The entry’s value is a date, not a URL.",
                "a dictionary -> The entry has no URL.",
                "a number -> The entry’s value is a number, not a URL.",
                "a real -> The entry’s value is a number, not a URL.",
                "a UID -> The entry’s value is not text, so it is not a URL.",
                "an array -> The entry’s value is an array, not a URL.",
                "photo 2 -> http://h/2.jpg",
                "photo 10 -> http://h/10.jpg",
                "some data -> The entry’s value is binary data, not a URL.",
                "ü😀 -> http://h/%C3%BC.jpg",
            ])
    }

    @Test func `It reads what Foundation writes`() throws {
        let entries = Dictionary(uniqueKeysWithValues: (1...2000).map { ("photo \($0) é", "http://h/\($0).jpg") })
        let data = try PropertyListSerialization.data(fromPropertyList: entries, format: .binary, options: 0)
        let catalogue = try CatalogueReader.read(data, from: Sample.web)
        #expect(Sample.rows(catalogue) == (1...2000).map { "photo \($0) é -> http://h/\($0).jpg" })
    }

    @Test func `Photos with several fields are read at any depth, in arrays and by name`() throws {
        let photo: [String: Any] = [
            "title": "Sea", "image_url": "https://h/sea.jpg", "width": 640, "height": 480, "price": 1.5,
            "taken": Date(timeIntervalSince1970: 0),
        ]
        for document in [["result": ["items": [photo, photo]]], [photo, photo]] as [Any] {
            let data = try PropertyListSerialization.data(fromPropertyList: document, format: .binary, options: 0)
            let catalogue = try CatalogueReader.read(data, from: Sample.web)
            #expect(Sample.rows(catalogue) == ["Sea -> https://h/sea.jpg", "Sea -> https://h/sea.jpg"])
            #expect(catalogue.text(of: .width, at: 0) == "640")
        }
    }

    /// The date of a photo whose date is this number of seconds since 2001.
    private static func date(_ seconds: Double) throws -> String? {
        func text(_ text: String) -> [UInt8] { [0x50 | UInt8(text.utf8.count)] + text.utf8 }
        var objects: [[UInt8]] = [[0xA2, 1, 1], [0xD3, 2, 3, 4, 5, 6, 7]]
        objects += ["image_url", "taken", "title", "http://h/1.jpg"].map(text)
        objects += [[0x33] + bytes(of: seconds.bitPattern), text("Sea")]
        let catalogue = try CatalogueReader.read(file(objects), from: Sample.web)
        try #require(catalogue.count == 2)
        return catalogue.text(of: .date, at: 0)
    }

    @Test(
        arguments: [
            (0, "2001-01-01T00:00:00Z"), (-978_307_200, "1970-01-01T00:00:00Z"),
            (-63_113_904_000, "0001-01-01T00:00:00Z"), (252_423_993_599, "9999-12-31T23:59:59Z"),
            (-63_145_526_400, "0000-01-01T00:00:00Z"), (.leastNonzeroMagnitude, "2001-01-01T00:00:00Z"),
            (-63_145_526_401, nil), (252_423_993_600, nil), (1e300, nil), (-1e300, nil),
            (.greatestFiniteMagnitude, nil), (.infinity, nil), (-.infinity, nil), (.nan, nil), (.signalingNaN, nil),
        ] as [(Double, String?)])
    func `A date has a year of four digits, or is none`(seconds: Double, date: String?) throws {
        #expect(try Self.date(seconds) == date)
    }

    private static func list(_ kind: String) -> [String: Any] {
        switch kind {
        case "preferences":
            ["WindowFrame": "0 0 640 480", "ShowsToolbar": true, "Recent": ["a.txt", "b.txt"], "Volume": 0.5]
        case "translations": ["OK": "OK", "Cancel": "Abbrechen", "Open…": "Öffnen …"]
        default: ["$version": 100_000, "$objects": ["$null", "Ann"]]
        }
    }

    @Test(arguments: ["preferences", "translations", "an archive of objects"])
    func `What has no addresses has no rows, and it says what was found`(kind: String) throws {
        let list = Self.list(kind)
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        let said = Sample.failure(data)?.description ?? "accepted"
        #expect(said.contains("no photos"), "\(said)")
        #expect(list.keys.contains { said.contains($0) }, "\(said)")
    }

    @Test func `Cycles, shared values and a million levels cost nothing`() throws {
        let names: [[UInt8]] = [[0x51, UInt8(ascii: "a")], [0x51, UInt8(ascii: "b")], [0x55] + "1.jpg".utf8]
        // {a: …, b: 1.jpg}, in which `a` is the fifth object, or itself.
        let head = { (value: UInt8) in [[0xD2, 1, 2, value, 3]] + names }
        let itself = try CatalogueReader.read(Self.file(head(0)), from: Sample.web)
        #expect(itself.location(at: 0) == .failure(.entry(.dictionary)) && itself.count == 2)
        let arrayInItself = try CatalogueReader.read(Self.file(head(4) + [[0xA1, 4]]), from: Sample.web)
        #expect(arrayInItself.location(at: 0) == .failure(.entry(.array)))

        let bomb = (5..<25).map { [0xAA] + [UInt8](repeating: $0, count: 10) }
        let laughs = try CatalogueReader.read(Self.file(head(4) + bomb + [names[2]]), from: Sample.web)
        #expect(laughs.location(at: 0) == .failure(.entry(.array)) && laughs.count == 2)

        let levels = (0..<1_000_000).map { [0xA1] + Self.bytes(of: UInt32($0 + 5)) }
        let wide: [UInt8] = [0xD2] + [1, 2, 4, 3].flatMap { Self.bytes(of: UInt32($0)) }
        let tower = Self.file([wide] + names + levels + [names[0]], referenceSize: 4)
        let deep = try CatalogueReader.read(tower, from: Sample.web)
        #expect(deep.location(at: 0) == .failure(.entry(.array)))
    }

    @Test func `Many arrays of the same million references cost no more than one`() throws {
        // Each array begins in the one before it: together they would have a million times a million elements.
        let count = 1_000_000
        let array: [UInt8] = [0xAF, 0x12] + Self.bytes(of: UInt32(count))
        var objects: [[UInt8]] = [[0xD2, 1, 2, 3, 4], [0x51, 0x61], [0x51, 0x62], [0x55] + "1.jpg".utf8]
        objects.append(array + [UInt8](repeating: 4, count: count - 200) + [UInt8](repeating: 5, count: 200))
        objects += [array + [UInt8](repeating: 4, count: count)]
        let catalogue = try CatalogueReader.read(Self.file(objects), from: Sample.web)
        #expect(catalogue.count == 2 && catalogue.location(at: 1) == .failure(.entry(.array)))
    }

    @Test func `Lengths and offsets out of thin air are refused`() {
        let huge = Self.bytes(of: UInt64.max)
        let files = [
            Self.file([[0xDF, 0x13] + huge]), Self.file([[0xDF, 0x13] + Self.bytes(of: UInt64(1) << 62)]),
            Self.file([[0xDF, 0x12] + Self.bytes(of: UInt32(100_000_000))]), Self.file([[0xDF]]),
            Self.file([[0xD2, 0]]), Self.file([[0xD1, 1, 1], [0x5F, 0x13] + huge]),
            Self.file([[0xD1, 1, 1], [0x6F, 0x10, 200]]),
            Self.file([[0xD1, 9, 9]]), Self.file([[0xD1, 1, 1], [0x10, 5]]), Self.file([]),
            Data("bplist00".utf8), Data("bplist00".utf8) + Data(repeating: 0xFF, count: 64),
        ]
        for (number, data) in files.enumerated() {
            let said = Sample.failure(data)?.description ?? "accepted"
            #expect(said.contains("It is a binary property list, but damaged: "), "\(number): \(said)")
        }
        #expect(Sample.failure(Self.file([[0x51, 0x61]]))?.description.contains("not a list of photos") == true)
        #expect(Sample.failure(Self.file([[0xD0]])) == .noPhotos && Sample.failure(Self.file([[0xA0]])) == .noPhotos)
    }

    @Test func `Random damage never crashes`() async {
        var generator = SeededGenerator(seed: 5)
        #expect(!Self.sample.isEmpty)
        for await _ in Rounds(20_000) {
            var data = Self.sample
            for _ in 0..<Int.random(in: 1...5, using: &generator) {
                let index = Int.random(in: 0..<data.count, using: &generator)
                data[index] ^= 1 << UInt8.random(in: 0...7, using: &generator)
            }
            guard let catalogue = try? CatalogueReader.read(data, from: Sample.web) else { continue }
            _ = Sample.rows(catalogue)
        }
        for length in 0..<Self.sample.count { _ = Sample.failure(Self.sample.prefix(length)) }
    }

    @Test func `A cancellation takes effect while rows are read and sorted`() throws {
        let entries = Dictionary(uniqueKeysWithValues: (1...30_000).map { ("photo \($0)", "http://h/\($0).jpg") })
        let data = try PropertyListSerialization.data(fromPropertyList: entries, format: .binary, options: 0)
        for patience in [0, 4, 12, 18] {
            let asked = Counter()
            #expect(throws: CatalogueFailure.cancelled) {
                try CatalogueReader.read(data, from: Sample.web) { asked.next() > patience }
            }
            #expect(asked.next() <= patience + 3)
        }
    }
}

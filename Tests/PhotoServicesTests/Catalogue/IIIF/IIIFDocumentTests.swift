import Foundation
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

/// Manifests in short forms; the whole ones are in Tests/Samples/Documents/iiif.
@Suite struct IIIFDocumentTests {
    private func read(_ json: String, pieceByteCount: Int = 64 << 10) throws -> Catalogue {
        var intake = CatalogueIntake(
            formats: .standard, hint: CatalogueHint(url: Sample.web, contentType: "application/ld+json"),
            builder: CatalogueBuilder())
        var rest = Data(json.utf8)[...]
        while !rest.isEmpty {
            let piece = rest.prefix(pieceByteCount)
            try piece.withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in try intake.take(bytes) }
            rest = rest.dropFirst(piece.count)
        }
        do { try intake.finish() } catch { guard case .noPhotos = error else { throw error } }
        return intake.builder.finish(from: Sample.web)
    }

    private func manifest(_ canvases: String) -> String {
        """
        {"@context": "http://iiif.io/api/presentation/3/context.json", "id": "https://a.example/m", "type": "Manifest",
         "label": {"en": ["Atlas"]}, "thumbnail": [{"id": "https://a.example/cover.jpg", "type": "Image"}],
         "items": [\(canvases)]}
        """
    }

    private func canvas(_ number: Int, service: String, width: Int = 4000) -> String {
        """
        {"type": "Canvas", "label": {"none": ["\(number)"]}, "width": 10, "height": 10, "items": [{"items": [
         {"motivation": "painting", "body": {"id": "https://a.example/\(number).jpg", "type": "Image",
          "width": \(width), "height": 3000, "service": [\(service)]}}]}]}
        """
    }

    private func rows(_ catalogue: Catalogue) -> [[String?]] {
        (0..<catalogue.count).map { row in
            [
                catalogue.name(at: row), try? catalogue.location(at: row).get().absoluteString,
                catalogue.thumbnailLocation(at: row)?.absoluteString,
            ]
        }
    }

    @Test(arguments: [1, 7, 64 << 10]) func `A book's pages are rows in order`(_ piece: Int) throws {
        let service = #"{"id": "https://i.example/x/", "type": "ImageService3", "profile": "level2"}"#
        let pages = (1...40).map { canvas($0, service: service) }.joined(separator: ",")
        let catalogue = try read(manifest(pages), pieceByteCount: piece)
        #expect(catalogue.facts.title == "Atlas")
        #expect((0..<catalogue.count).map { catalogue.name(at: $0) } == (1...40).map(String.init))
        #expect(
            rows(catalogue).first
                == [
                    "1", "https://i.example/x/full/max/0/default.jpg",
                    "https://i.example/x/full/400,/0/default.jpg#whole=4000x3000",
                ])
    }

    @Test func `A service is asked in its own version's words, for what its level gives`() throws {
        let services = [
            #"{"@id": "https://i.example/a", "profile": "http://iiif.io/api/image/2/level1.json"}"#,
            #"{"@id": "https://i.example/b", "profile": "http://library.stanford.edu/iiif/image-api/1.1/x#level1"}"#,
            #"{"id": "https://i.example/c", "type": "ImageService3", "profile": "level0", "sizes": [{"width": 90,"#
                + #""height": 60}, {"width": 300, "height": 200}, {"width": 3000, "height": 2000}]}"#,
            #"{"id": "https://i.example/d", "type": "ImageService3", "profile": "level0"}"#,
            #"{"@id": "https://i.example/login", "profile": "http://iiif.io/api/auth/1/login"}"#,
        ]
        let pages = services.enumerated().map { canvas($0.offset, service: $0.element) }.joined(separator: ",")
        let found = rows(try read(manifest(pages)))
        #expect(
            found.map { $0[1] } == [
                "https://i.example/a/full/full/0/default.jpg", "https://i.example/b/full/full/0/native.jpg",
                "https://i.example/c/full/max/0/default.jpg", "https://i.example/d/full/max/0/default.jpg",
                "https://a.example/4.jpg",
            ])
        #expect(
            found.map { $0[2] } == [
                "https://i.example/a/full/400,/0/default.jpg#whole=4000x3000",
                "https://i.example/b/full/400,/0/native.jpg#whole=4000x3000",
                "https://i.example/c/full/300,200/0/default.jpg#whole=3000x2000&sizes=90x60,300x200,3000x2000", nil,
                nil,
            ])
    }

    @Test func `The page's own thumbnail stands for what a service of level 0 does not give`() throws {
        let thumbnail = #""type": "Canvas", "thumbnail": {"id": "https://a.example/small.jpg", "type": "Image"},"#
        let services = [
            #"{"id": "https://i.example/a", "type": "ImageService3", "profile": "level0"}"#,
            #"{"id": "https://i.example/b", "type": "ImageService3", "profile": "level0", "#
                + #""sizes": [{"width": 300, "height": 200}]}"#,
            #"{"id": "https://i.example/c", "type": "ImageService3", "profile": "level2"}"#,
            #"{"id": "https://i.example/d", "type": "ImageService3", "profile": "level2", "width": 600, "#
                + #""height": 400}"#,
        ]
        let pages = services.map { service in
            canvas(1, service: service).replacingOccurrences(of: #""type": "Canvas","#, with: thumbnail)
        }
        #expect(
            rows(try read(manifest(pages.joined(separator: ",")))).map { $0[2] } == [
                "https://a.example/small.jpg",
                "https://i.example/b/full/300,200/0/default.jpg#whole=300x200&sizes=300x200",
                "https://i.example/c/full/400,/0/default.jpg#whole=4000x3000", nil,
            ])
    }

    @Test(
        arguments: [
            (#""maxWidth": 1000"#, "1000x750"), (#""maxWidth": 1000, "maxHeight": 600"#, "800x600"),
            (#""maxArea": 120000"#, "400x300"), (#""maxWidth": 9000"#, "4000x3000"),
            (#""maxWidth": 0, "maxArea": -1"#, "4000x3000"), (#""maxHeight": 1"#, "1x1"),
        ] as [(String, String)])
    func `No more is asked for than a service gives`(_ limits: String, _ whole: String) throws {
        let service = #"{"id": "https://i.example/x", "type": "ImageService3", "profile": "level2", "# + limits + "}"
        let address = try #require(rows(try read(manifest(canvas(1, service: service))))[0][2])
        #expect(address.components(separatedBy: "#whole=").last == whole, "\(address)")
    }

    @Test func `A picture that is small has no smaller one`() throws {
        let service =
            #"{"id": "https://i.example/x", "type": "ImageService3", "profile": "level2", "width": 600,"#
            + #" "height": 400}"#
        #expect(rows(try read(manifest(canvas(1, service: service))))[0][2] == nil)
    }

    @Test func `A label is in the reader's language, or in none, or in English, or the first`() throws {
        func label(_ json: String, _ language: String) throws -> String? {
            func value(_ any: Any) -> TreeValue {
                switch any {
                case let object as [String: Any]:
                    .object(object.sorted { $0.key < $1.key }.map { ($0.key, value($0.value)) })
                case let array as [Any]: .array(array.map(value))
                case let text as String: .text(text)
                default: .other
                }
            }
            return IIIFLabel.text(
                value(try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)),
                language: language)
        }
        let both = #"{"de": ["Seite"], "en": ["page"]}"#
        #expect(try label(both, "de-at") == "Seite")
        #expect(try label(both, "fr") == "page")
        #expect(try label(#"{"none": ["p"], "en": ["page"]}"#, "fr") == "p")
        #expect(try label(#"{"sv": ["sida"], "da": ["side"]}"#, "fr") == "side")
        #expect(try label(#"[{"@value": "x", "@language": "en"}, {"@value": "y", "@language": "fr"}]"#, "fr") == "y")
        #expect(try label(#"["", "a"]"#, "fr") == "a")
        #expect(try label("\"plain\"", "fr") == "plain")
        #expect(try label("{}", "fr") == nil)
    }

    @Test func `What is damaged or endless gives fewer rows and no crash`() throws {
        let whole = manifest(canvas(1, service: #"{"id": "https://i.example/x", "type": "ImageService3"}"#))
        for end in stride(from: 0, to: whole.utf8.count, by: 3) {
            let cut = String(decoding: Array(whole.utf8.prefix(end)), as: UTF8.self)
            #expect((try? read(cut))?.count ?? 0 <= 1)
        }
        let deep = manifest(String(repeating: "[", count: 20_000) + String(repeating: "]", count: 20_000))
        #expect((try? read(deep))?.count ?? 0 == 0)
        let wide = manifest("{\"items\": [" + String(repeating: "1,", count: 100_000) + "1]}")
        #expect((try? read(wide))?.count ?? 0 == 0)
        #expect(try read(#"{"@context": "http://iiif.io/api/presentation/3/context.json", "items": 3}"#).count == 0)
    }

    @Test(
        arguments: [
            ("1", 1), ("4000", 4000), ("4e3", 4000), ("4000.9", 4000), ("1000000000", 1_000_000_000), ("0", nil),
            ("-1", nil), ("0.99", nil), ("1000000001", nil), ("9223372036854775807", nil), ("1e300", nil),
            ("-1e300", nil), ("inf", nil), ("-inf", nil), ("nan", nil), ("", nil), ("x", nil),
        ] as [(String, Int?)])
    func `A side has one to a billion pixels`(_ text: String, _ number: Int?) {
        #expect(TreeValue.text(text).number == number)
    }

    private func service(_ width: String, _ height: String, level: Int) -> IIIFService? {
        let size: [(key: String, value: TreeValue)] = [("width", .text(width)), ("height", .text(height))]
        let small: [(key: String, value: TreeValue)] = [("width", .text("90")), ("height", .text("60"))]
        let members: [(key: String, value: TreeValue)] = [
            ("id", .text("https://i.example/x")), ("type", .text("ImageService3")),
            ("profile", .text("level\(level)")), ("sizes", .array([.object(size), .object(small)])),
        ]
        return IIIFService(.object(members + size), version: 3)
    }

    /// The sides in the address of a picture.
    private func sides(of address: String) -> [Int?] {
        let parts = address.split(separator: "/")
        return parts.count == 7 ? parts[4].split(separator: ",").map { Int($0) } : []
    }

    @Test func `Whatever sides are stated, a smaller picture has some, and no more than it should`() throws {
        let all = ["-1", "0", "1", "400", "641", "999999999", "1000000000", "1000000001", "1e308", "nan"]
        let shapes = [
            nil, PixelSize(width: 0, height: 0), PixelSize(width: .max, height: 1), PixelSize(width: 1, height: .max),
            PixelSize(width: .max, height: .max), PixelSize(width: .min, height: 5),
        ]
        for (width, height) in all.flatMap({ width in all.map { (width, $0) } }) {
            for level in 0...2 {
                let found = try #require(service(width, height, level: level))
                for shape in shapes {
                    guard let small = found.small(shape: shape) else { continue }
                    let found = try #require(small.split(separator: "#").first.map(String.init))
                    let sides = sides(of: found).compactMap(\.self)
                    #expect(sides.count == (level == 0 ? 2 : 1), "\(small)")
                    let most = level == 0 ? 1_000_000_000 : IIIFService.usualSide
                    #expect(sides.allSatisfy { (1...most).contains($0) }, "\(small)")
                }
            }
        }
    }
}

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
        do { try intake.finish() } catch CatalogueFailure.noPhotos {}
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
                == ["1", "https://i.example/x/full/max/0/default.jpg", "https://i.example/x/full/400,/0/default.jpg"])
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
                "https://i.example/a/full/400,/0/default.jpg", "https://i.example/b/full/400,/0/native.jpg",
                "https://i.example/c/full/300,200/0/default.jpg", nil, nil,
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
                "https://a.example/small.jpg", "https://i.example/b/full/300,200/0/default.jpg",
                "https://i.example/c/full/400,/0/default.jpg", nil,
            ])
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
}

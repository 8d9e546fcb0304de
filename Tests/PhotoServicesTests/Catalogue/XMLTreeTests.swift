import Foundation
@testable import PhotoCore
import TestSupport
import Testing

@testable import PhotoServices

@Suite("XML of any vocabulary, and JSON within scripts")
struct XMLTreeTests {
    private func read(_ text: String, pieceByteCount: Int = 1000) -> ReadOutcome {
        ReadOutcome(Array(text.utf8), from: Sample.url("http://h/x"), as: .standard, pieceByteCount: pieceByteCount)
    }

    @Test(arguments: [1, 7, 4096])
    func `Elements that repeat are photos, whether attributes or children name them`(pieceByteCount: Int) {
        let attributes = read(
            """
            <?xml version="1.0"?><rsp stat="ok"><photos page="1">
            <photo id="1" title="Sea &amp; sky" url_m="https://m.example/1_m.jpg" width_m="500" height_m="300"/>
            <photo id="2" title="Weir" url_m="https://m.example/2_m.jpg" width_m="500" height_m="300"/>
            </photos></rsp>
            """, pieceByteCount: pieceByteCount)
        #expect(attributes.rows == ["Sea & sky -> https://m.example/1_m.jpg", "Weir -> https://m.example/2_m.jpg"])
        let children = read(
            """
            <album><entry><title type="text">Sea</title><image>https://m.example/1.jpg</image></entry>
            <entry><title>Weir</title><image>https://m.example/2.jpg</image></entry></album>
            """, pieceByteCount: pieceByteCount)
        #expect(children.rows == ["Sea -> https://m.example/1.jpg", "Weir -> https://m.example/2.jpg"])
    }

    @Test func `XML without photos says what it is about`() {
        let outcome = read("<settings><theme>dark</theme><size>12</size></settings>")
        #expect(outcome.catalogue.count == 0)
        #expect(outcome.failure == .noPhotosIn(format: "XML", keys: ["settings", "theme", "size"]))
    }

    @Test(arguments: [1, 4096])
    func `JSON in a script is read, and nothing is run`(pieceByteCount: Int) {
        let photos = #"[{"title":"a);","url":"https://m.example/1.jpg"},{"title":"b","url":"https://m.example/2.jpg"}]"#
        for script in [
            "show(\(photos));\n", "/**/ my.show( \(photos) ) ;", "window.YTD.part0 = \(photos)", "var x = \(photos);",
        ] {
            let outcome = read(script, pieceByteCount: pieceByteCount)
            #expect(outcome.rows == ["a); -> https://m.example/1.jpg", "b -> https://m.example/2.jpg"], "\(script)")
            #expect(outcome.failure == nil)
        }
        #expect(read("alert(\"x\")").failure != nil)
    }
}

import Testing

@testable import PhotoCore

@Suite("The names of records")
struct RecordNameTests {
    /// The names of two records with a photo each.
    private func names(_ fields: (String, String)) -> [String] {
        let records = [fields.0, fields.1].enumerated().map { index, fields in
            #"{"photo_image_url": "https://p.example/\#(index).jpg", "n": 1, \#(fields)}"#
        }
        return TreeReading(#"{"rows": [\#(records.joined(separator: ", "))]}"#).texts(.name)
    }

    @Test(arguments: [
        (#""title": {"S": "Sea"}"#, #""title": {"S": "Sky"}"#),
        (#""title": {"stringValue": "Sea", "mode": "x"}"#, #""title": {"stringValue": "Sky", "mode": "x"}"#),
        (#""titles": {"en": "Sea"}"#, #""titles": {"en": "Sky"}"#),
        (#""itemInfo": {"title": {"displayValue": "Sea"}}"#, #""itemInfo": {"title": {"displayValue": "Sky"}}"#),
        (#""name": "a/b/c/d1", "canonicalTitle": "Sea""#, #""name": "a/b/c/d2", "canonicalTitle": "Sky""#),
        (#""heading": "90.1", "locationName": "Sea""#, #""heading": "12", "locationName": "Sky""#),
        (#""photo_description": "View", "place_name": "Sea""#, #""photo_description": "View", "place_name": "Sky""#),
    ]) func `A name is found in an object of one text, and where other texts are none`(one: String, other: String) {
        #expect(names((one, other)) == ["Sea", "Sky"])
    }

    @Test func `A file is called by its original name`() {
        let fields = (
            #""filename": "h1.jpg", "original_filename": "sea.jpg""#,
            #""filename": "h2.jpg", "original_filename": "sky.jpg""#
        )
        #expect(names(fields) == ["sea.jpg", "sky.jpg"])
    }

    @Test(arguments: [
        (#""title": {"slug": "a"}"#, #""title": {"slug": "b"}"#),
        (#""brokerName": "Ann""#, #""brokerName": "Bob""#),
        (#""photo_description": "View""#, #""photo_description": "View""#),
        (#""address": "4 Sea Lane""#, #""address": "4 Sea Lane""#),
        (#""address": "ann@sea.example""#, #""address": "bob@sea.example""#),
    ]) func `What names none of the photos is no name`(one: String, other: String) {
        #expect(names((one, other)) == ["-", "-"])
    }

    @Test func `A caption that records share stays their description`() {
        let json = (0..<3).map { #"{"photo_image_url": "https://p.example/\#($0).jpg", "n": 1, "caption": "A view"}"# }
        let reading = TreeReading(#"{"rows": [\#(json.joined(separator: ", "))]}"#)
        #expect(reading.texts(.name) == ["-", "-", "-"])
        #expect(reading.texts(.description) == ["A view", "A view", "A view"])
    }
}

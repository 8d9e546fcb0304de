import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite("OpenStep property lists")
struct OpenStepParserTests {
    private func read(_ text: String, pieceByteCount: Int = 1 << 20) -> ReadOutcome {
        ReadOutcome(text.utf8, from: Sample.url("http://h/x.plist"), as: .core, pieceByteCount: pieceByteCount)
    }

    @Test func `Names and addresses keep their order, with and without quotes, among comments`() {
        let text = """
            // A comment; { "x" = "y"; }
            {
                "b c" = "http://h/1.jpg"; /* another
                = */ a = 2.jpg;
                'single' = http://h/3.jpg; "" = "4.jpg";
            }
            /* the end **/
            """
        for pieceByteCount in [1, 2, 1000] {
            let outcome = read(text, pieceByteCount: pieceByteCount)
            #expect(outcome.failure == nil)
            #expect(
                outcome.rows == [
                    "b c -> http://h/1.jpg", "a -> http://h/2.jpg", "single -> http://h/3.jpg",
                    "4.jpg -> http://h/4.jpg",
                ])
            #expect(outcome.positions == [3, 4, 5, 5].map { .line($0) })
        }
    }

    @Test func `Escapes are undone, in NeXT's encoding and in Unicode`() {
        let outcome = read(#"{ "\a\b\f\n\r\t\v\"\\\'\x \101\303\7z\U00e9\Ud83d\Ude00\Ud83d.\U41 é" = "1.jpg"; }"#)
        let expected = "\u{7}\u{8}\u{C}\n\r\t\u{B}\"\\'x A\u{2C6}\u{7}zé😀\u{FFFD}.A é"
        #expect(outcome.texts(.name).map { Array($0.utf8) } == [Array(expected.utf8)])
    }

    @Test func `A list without braces is one with them`() {
        let outcome = read("/* Localizable */\n\"a\" = \"1.jpg\";\n\"2.jpg\";\nc = \"3.jpg\";\n")
        #expect(outcome.texts(.name) == ["a", "2.jpg", "c"])
        #expect(outcome.texts(.location) == ["1.jpg", "2.jpg", "3.jpg"])
        #expect(outcome.positions == [.line(2), .line(3), .line(4)])
    }

    @Test func `Values that are no text say what they are, GNUstep's typed ones too`() {
        let outcome = read(
            "{ a = <0a0b>; b = (1, 2); c = { x = y; }; d = <*I5>; e = <*BY>; f = <*D2020-01-01>; g = 1.jpg; }")
        #expect(outcome.failure == nil)
        #expect(
            (0..<6).map { outcome.catalogue.place(of: $0).segment.problem(at: $0) } == [
                .data, .array, .missing, .number, .boolean, .date,
            ])
    }

    @Test func `Photos in an array have all their fields`() {
        let outcome = read(
            "( { name = A; url = \"1.jpg\"; width = <*I640>; price = 1.5; author = { name = Ann; }; }, \"2.jpg\", )")
        #expect(outcome.failure == nil && outcome.texts(.location) == ["1.jpg", "2.jpg"])
        #expect(
            outcome.texts(.width)[0] == "640" && outcome.texts(.author)[0] == "Ann" && outcome.texts(.price)[0] == "1.5"
        )
    }

    @Test(arguments: [
        "\"OK\" = \"OK\";\n\"Cancel\" = \"Abbrechen\";\n", "{ WindowFrame = \"0 0 640 480\"; Cancel = (1, 2); }",
        "( { Cancel = a; name = Ann; }, { Cancel = b; name = Cem; } )",
    ])
    func `Translations and preferences are no photos, and it says what was found`(text: String) {
        for pieceByteCount in [1, 1000] {
            let outcome = read(text, pieceByteCount: pieceByteCount)
            let said = outcome.failure?.description ?? "accepted"
            #expect(outcome.catalogue.count == 0 && said.contains("no photos") && said.contains("Cancel"), "\(said)")
        }
    }

    @Test func `Photos are found at any depth, by evidence`() {
        let outcome = read(
            "{ result = { items = ( { heading = Sea; image_url = \"http://h/1.jpg\"; width = 640; height = 480; },"
                + " { heading = Hill; image_url = \"http://h/2.jpg\"; width = 640; height = 480; } ); }; }")
        #expect(outcome.texts(.location) == ["http://h/1.jpg", "http://h/2.jpg"] && outcome.failure == nil)
    }

    @Test(arguments: [
        ("{\n a = 1.jpg;\n b = \n", 1, "Line 4: It ends early"),
        ("{ a = 1.jpg; b = \"2", 1, "Line 1: It ends inside a string"),
        ("{ a = 1.jpg;\n b 2.jpg; }", 1, "Line 2: An equals sign is missing after a key."),
        ("{ a = 1.jpg\n b = 2.jpg; }", 1, "Line 2: A semicolon is missing after a value."),
        ("( 1.jpg 2.jpg )", 1, "A comma or a parenthesis is missing"),
        ("{ a = 1.jpg; } x", 1, "There is extra content after the end."),
        ("{ a = 1.jpg; } }", 1, "There is extra content after the end."), ("{ a = 1.jpg; ( }", 1, "A key was expected"),
        ("( a.jpg, ; )", 1, "A value was expected"), ("{ a = 1.jpg; /* ", 1, "It ends inside a string or a comment"),
    ])
    func `A mistake keeps the rows before it, and says where it is`(text: String, rows: Int, reason: String) throws {
        for pieceByteCount in [1, 1000] {
            let outcome = read(text, pieceByteCount: pieceByteCount)
            #expect(outcome.catalogue.count == rows)
            #expect(outcome.failure?.description.contains(reason) == true, "\(outcome.failure?.description ?? "-")")
        }
    }

    @Test(.timeLimit(.minutes(15))) func `Neither depth nor names that are nearly the same cost much`() {
        let deep = read(
            "( a.jpg, " + String(repeating: "(", count: 100_000) + String(repeating: ")", count: 100_000) + ")")
        #expect(deep.failure == nil && deep.catalogue.count == 2)
        let same = String(repeating: "x", count: 40)
        let entries = (0..<4_000).map { "\"\(same)\($0 + 100_000)\(same)\(same)\" = 1.jpg;\n" }.joined()
        #expect(read("{\(entries)}").catalogue.count == 4_000)
    }

    @Test func `Foundation reads the same of what it reads`() throws {
        var generator = SeededGenerator(seed: 3)
        // Foundation 6.0 does not have NeXT's encoding.
        let nextStep = String(bytes: [0xC3], encoding: .nextstep) == nil ? [] : ["\\303"]
        let pieces =
            [
                "a", "b c", "\\n", "\\\"", "\\\\", "\\U00e9", "\\U4e00", "é", "漢", "=", ";", "{", "(", "/* x */", "//",
                ",", "<", "'", " ", "\n",
            ] + nextStep
        for _ in 0..<300 {
            let texts = (0..<6).map { number in
                "\(number)" + (0..<4).compactMap { _ in pieces.randomElement(using: &generator) }.joined()
            }
            let document = "{ " + texts.map { "\"\($0)\" = \"http://h/\($0).\"; /* c */ " }.joined() + "}"
            let list = try PropertyListSerialization.propertyList(from: Data(document.utf8), format: nil)
            let expected = try #require(list as? [String: String])
            let outcome = read(document)
            #expect(outcome.failure == nil && outcome.catalogue.count == expected.count)
            for row in 0..<outcome.catalogue.count {
                let name = try #require(outcome.catalogue.text(of: .name, at: row))
                #expect(outcome.catalogue.text(of: .location, at: row) == expected[name], "\(document)")
            }
        }
    }
}

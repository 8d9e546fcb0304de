import Testing

@testable import PhotoCore

@Suite("Style sheets in pages") struct StyleSheetTests {
    /// Each rule that counts, as "selectors|style", with "narrow " before those for narrow displays.
    private func rules(_ sheet: String, pieceByteCount: Int) -> [String] {
        var parser = StyleSheetParser()
        let bytes = Array(sheet.utf8)
        for start in stride(from: 0, to: bytes.count, by: pieceByteCount) {
            bytes[start..<min(start + pieceByteCount, bytes.count)].withUnsafeBytes { parser.add($0) }
        }
        return parser.takeRules().map { rule in
            let text = [rule.selectors, rule.style].map { String(decoding: $0, as: UTF8.self) }
            return (rule.isNarrow ? "narrow " : "") + text.joined(separator: "|")
        }
    }

    @Test(
        arguments: [
            (".a { color: red; BACKGROUND : url(1.jpg) ; width:9px }", [".a|background: url(1.jpg);width:9px;"]),
            (".a{background:url(1.jpg)}.b{color:red}", [".a|background:url(1.jpg);"]),
            ("/* .a{width:1px} */.b/* { */{/*}*/width:2px}", [".b|width:2px;"]),
            (
                ".a{width:1px/**/}/* a *//* b */.b{width:2px}/*/ .c{} /*/.d{width:3px}",
                [
                    ".a|width:1px;", ".b|width:2px;", ".d|width:3px;",
                ]
            ),
            (".a{background:url(data:image/png;base64,AA{}) }", [".a|background:url(data:image/png;base64,AA{});"]),
            (".a{background:url(//h/*.jpg)}.b{width:1px}", [".a|background:url(//h/*.jpg);", ".b|width:1px;"]),
            (".a{background:url( \"1);}.jpg\" )}", [".a|background:url( \"1);}.jpg\" );"]),
            (".a{background:url(\"1\\\"2 .jpg\")}", [".a|background:url(\"1%222 .jpg\");"]),
            (".a{background:url(a\\ b\\29 c.jpg)}", [".a|background:url(a%20b%29c.jpg);"]),
            (
                "@media (min-width:9px){.a{width:1px}@media (MAX-width:99px){.b{width:2px}}.c{width:3px}}",
                [
                    ".a|width:1px;", "narrow .b|width:2px;", ".c|width:3px;",
                ]
            ),
            (
                "@media (width<= 9px){.a{width:1px}}@media(9px>WIDTH){.b{width:2px}}@media(9px<width){.c{width:3px}}",
                [
                    "narrow .a|width:1px;", "narrow .b|width:2px;", ".c|width:3px;",
                ]
            ),
            ("@media print{.a{width:1px}}@media screen{.b{width:2px}}", [".b|width:2px;"]),
            ("@font-face{src:url(a.woff);width:1px}@keyframes k{0%{width:2px}}.a{width:3px}", [".a|width:3px;"]),
            ("@import url(a.css);@charset \"x\";.a{width:1px}", [".a|width:1px;"]),
            (".a{width:1px;&:hover{width:2px}height:3px}", [".a|width:1px;height:3px;"]),
            ("<!-- .a{width:1px} -->.b{width:2px}", [".a|width:1px;", ".b|width:2px;"]),
            ("}};{width:1px}.a{width:2px", []), (".a{width:'x\n}.b{width:1px}", [".a|width:'x;", ".b|width:1px;"]),
            ("", []), ("{", []), ("\\", []), ("/*", []), (".a{background:url(", []),
        ] as [(String, [String])])
    func `Rules of backgrounds and sizes are found, in pieces of any length`(sheet: String, found: [String]) {
        for pieceByteCount in [1, 3, 1 << 20] { #expect(rules(sheet, pieceByteCount: pieceByteCount) == found) }
    }

    @Test func `What is longer than any real text or deeper than any real sheet says nothing`() {
        let long = String(repeating: "x", count: 9000)
        #expect(rules(".\(long){width:1px}.a{width:2px}", pieceByteCount: 1 << 20) == [".a|width:2px;"])
        #expect(rules(".a{background:url(\(long));width:2px}", pieceByteCount: 1 << 20) == [".a|width:2px;"])
        let (opening, closing) = (String(repeating: "@media x{", count: 99), String(repeating: "}", count: 99))
        #expect(
            rules("\(opening).a{width:1px}\(closing).b{width:2px}", pieceByteCount: 1 << 20) == [".b|width:2px;"])
    }

    @Test(arguments: [
        (".a", 1), ("#a", 1), ("div.a", 1), (".a, .b, ,", 2), (".a .b > .c", 1), ("li:nth-child( 2 ) span", 1),
        (":first-child", 0), ("li:first-child", 1), (".a:not(.b, .c)", 1), (".a\\,b", 1), (".a:is(.b, .c), .d", 1),
        ("body", 0), ("ul li", 0), ("*", 0), (".a:hover", 0), (".a::before", 0), (".a:after", 0), (".a + .b", 0),
        (".a ~ .b", 0), ("a[href='x,y']", 0), (".a > *", 0), (".a >", 0), (".", 0), ("", 0), (".a\\", 1),
        ("li:nth-child(2n)", 0), ("li:nth-child(99999999999999999999)", 0), ("li:nth-child(0)", 0), (".a:not(", 0),
    ]) func `Selectors of elements as they stand there count`(text: String, count: Int) {
        #expect(StyleSelector.list(Array(text.utf8)).count == count)
    }

    @Test func `Selectors of one form differ in names and numbers only`() throws {
        func form(_ text: String) throws -> Int { try #require(StyleSelector.list(Array(text.utf8)).first).form }
        #expect(try form(".photo1") == form(".rome"))
        #expect(try form("#a .b") == form("#c .d"))
        #expect(try form("li:nth-child(1) span") == form("li:nth-child(12) span"))
        #expect(try form(".a") != form("#a"))
        #expect(try form(".a") != form(".a.b"))
        #expect(try form("li.a") != form("div.a"))
    }

    private struct Element: MarkupAttributes {
        var classes = ""
        var style = ""
        var dataValues: [DataValue] { [] }
        var tag: ElementTag { ElementTag("div".utf8) }
        func value(of name: StaticString) -> [UInt8]? {
            switch name.description {
            case "class": Array(classes.utf8)
            case "style": Array(style.utf8)
            default: nil
            }
        }
    }

    /// The styles of a page with that sheet.
    private func styles(_ sheet: String, mostComparisons: Int = PageStyles.mostComparisons) -> PageStyles {
        var page = PageStyles(mostComparisons: mostComparisons)
        page.startSheet(Element())
        Array(sheet.utf8).withUnsafeBytes { page.add($0) }
        page.endSheet()
        return page
    }

    /// Whether the innermost of nested elements with such classes has a picture.
    private func hasPicture(_ classes: [String], in styles: inout PageStyles) -> Bool {
        for name in classes { styles.enter(Element(classes: name)) }
        defer { for _ in classes { styles.leave() } }
        return styles.found() != nil
    }

    /// Whether the innermost of nested elements with such classes has a picture.
    private func havePictures(_ elements: [[String]], in page: PageStyles) -> [Bool] {
        var page = page
        return elements.map { classes in
            for name in classes { page.enter(Element(classes: name)) }
            let found = page.found()
            for _ in classes { page.leave() }
            return found != nil
        }
    }

    @Test func `A custom property gives the background of elements within, else what stands in for it`() {
        var page = styles(
            ":root { --Own: url(own.jpg) } .tile { background: var(--photo, url(none.jpg)) }"
                + ".one { --photo: url(1.jpg) } .two { --photo: var(--other) ; --other: url( '2.jpg' ) }"
                + ".three { background-image: VAR(--Own) }"
                + ".four { background-image: var(--own) } .five { --photo: var(--photo) }")
        func picture(_ classes: [String]) -> String? {
            for name in classes { page.enter(Element(classes: name)) }
            defer { for _ in classes { page.leave() } }
            return page.found().flatMap { PagePicture.background($0.style) }.map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(picture(["tile one"]) == "1.jpg")
        #expect(picture(["two", "", "tile"]) == "2.jpg")
        #expect(picture(["one", "tile two"]) == "2.jpg")
        #expect(picture(["tile"]) == "none.jpg")
        #expect(picture(["three"]) == "own.jpg")
        #expect(picture(["four"]) == nil)
        #expect(picture(["tile five"]) == nil)
    }

    @Test(arguments: ["var(", "var(--a", "var(--a,var(--a,var(--a", "url(var(--a))", "var()", "var(,)", "VAR( --a )x"])
    func `What names itself or never ends has no picture`(value: String) {
        var page = styles(".a { --a: \(value); background: \(value) }")
        page.enter(Element(classes: "a"))
        _ = page.found()
        let resolved = StyleVariables.resolved(Array(value.utf8)) { _ in Array(value.utf8) }
        #expect(resolved.count < 1 << 17)
    }

    @Test func `An important rule counts before those that count more otherwise, and one for narrow displays last`() {
        var page = styles(
            ".a { background: url(1.jpg) ! important } .b .a { background: url(2.jpg) }"
                + "@media (width < 9px) { .b .a { background: url(3.jpg) !important } }")
        page.enter(Element(classes: "b"))
        page.enter(Element(classes: "a"))
        let found = page.found()
        #expect(found?.style.starts(with: "background: url(1.jpg)".utf8) == true)
    }

    @Test func `Only so many comparisons are made for one page`() {
        let sheet = (0..<900).map { ".z .a { background: url(\($0).jpg) }" }.joined()
        let elements = [["z", "a"], ["a"], ["z", "a"], ["a"], ["z", "a"]]
        #expect(havePictures(elements, in: styles(sheet)) == [true, false, true, false, true])
        // One that no rule means is compared with all of them.
        let short = styles(sheet, mostComparisons: 1950)
        #expect(havePictures(elements, in: short) == [true, false, true, false, false])
    }

    @Test func `The search for a custom property counts as a comparison with each element, also without rules`() {
        func pictures(_ name: String, mostComparisons: Int) -> [Bool] {
            var page = PageStyles(mostComparisons: mostComparisons)
            for _ in 0..<30 { page.enter(Element()) }
            return (0..<5).map { _ in
                page.enter(Element(style: "background: var(\(name), url(1.jpg))"))
                defer { page.leave() }
                return page.found() != nil
            }
        }
        #expect(pictures("--a", mostComparisons: PageStyles.mostComparisons) == [true, true, true, true, true])
        #expect(pictures("--a", mostComparisons: 100) == [true, true, true, false, false])
        // A long name takes longer.
        let long = "--" + String(repeating: "a", count: 100)
        #expect(pictures(long, mostComparisons: 100) == [true, false, false, false, false])
    }

    @Test func `Only so many rules of one page are held`() {
        let rule = ".z { background: url(1.jpg) }"
        let last = ".a { background: url(2.jpg) }"
        let many = String(repeating: rule, count: 20_000)
        #expect(havePictures([["z"], ["a"]], in: styles(rule + last)) == [true, true])
        #expect(havePictures([["z"], ["a"]], in: styles(many + last)) == [true, false])
    }
}

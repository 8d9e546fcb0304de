import Testing

@testable import ClassicPhotosApp

@Suite struct GoToTargetTests {
    @Test(
        arguments: [
            ("1", .row(0)), (" 1,234 ", .row(1233)), ("1.234", .row(1233)), ("1 234", .row(1233)), ("0", .row(0)),
            ("9999999999999999999999", .row(9999)),
            ("10001", .row(9999)), ("0%", .row(0)), ("50%", .row(4999)), ("100 %", .row(9999)), ("250%", .row(9999)),
            ("12,5%", .row(1249)), ("%50", .row(4999)), ("% 50", .row(4999)), ("50%%", .name("50%%")),
            ("%50%", .name("%50%")), ("%", .name("%")),
            // As the program shows them in Arabic, Persian, Hindi and French, and as they are typed in Chinese.
            ("١٢", .row(11)), ("١٬٢٣٤", .row(1233)), ("٥٠٪\u{61C}", .row(4999)), ("١٢٫٥٪", .row(1249)),
            ("\u{200E}۵۰٪", .row(4999)), ("०,०१,२३४", .row(1233)), ("12,34,567", .row(9999)),
            ("1\u{202F}234", .row(1233)), ("50\u{A0}%", .row(4999)), ("１２", .row(11)),
            ("一", .name("一")), ("½", .name("½")), ("٥م", .name("٥م")), ("1,23", .name("1,23")),
            ("", .none), ("  ", .none), ("M", .name("M")), (" São P ", .name("São P")), ("12a", .name("12a")),
            ("-5", .name("-5")),
        ] as [(String, GoToTarget)])
    func `A number is a row, a percentage a part of the way, and all else a name's beginning`(
        _ text: String, _ expected: GoToTarget
    ) {
        #expect(GoToTarget(text, count: 10_000, namesAreInOrder: true) == expected)
    }

    @Test func `Where names are in no order, and where there is nothing, there is nowhere to go`() {
        #expect(GoToTarget("M", count: 10, namesAreInOrder: false) == .none)
        #expect(GoToTarget("5", count: 0, namesAreInOrder: true) == .none)
    }
}

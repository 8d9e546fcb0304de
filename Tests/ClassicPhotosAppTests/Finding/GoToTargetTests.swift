import Testing

@testable import ClassicPhotosApp

@Suite struct GoToTargetTests {
    @Test(
        arguments: [
            ("1", .row(0)), (" 1,234 ", .row(1233)), ("1.234", .row(1233)), ("1 234", .row(1233)), ("0", .row(0)),
            ("9999999999999999999999", .row(9999)),
            ("10001", .row(9999)), ("0%", .row(0)), ("50%", .row(4999)), ("100 %", .row(9999)), ("250%", .row(9999)),
            ("12,5%", .row(1249)),
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

import Testing
import TestSupport

@testable import PhotoCore

@Suite struct RowOrderTests {
    @Test func `Every row has its entry, and every entry that is shown its row`() {
        for order in [
            RowOrder(identity: 4), RowOrder([2, 5, 7], isAscending: true), RowOrder([3, 0, 9, 1], isAscending: false),
            RowOrder([], isAscending: true),
        ] {
            for row in 0..<order.count { #expect(order.row(of: order.entry(at: row)) == row) }
            #expect(order.row(of: 100) == nil)
        }
        #expect(RowOrder([2, 5], isAscending: true).row(of: 3) == nil)
    }
}

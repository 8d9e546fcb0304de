import Testing
import TestSupport

@testable import PhotoCore

@Suite struct RowOrderTests {
    @Test func `Every row has its entry, and every entry that is shown its row`() {
        for order in [
            RowOrder(identity: 4), RowOrder([2, 5, 7], isAscending: true), RowOrder([3, 0, 9, 1], isAscending: false),
            RowOrder([], isAscending: true), RowOrder(reversed: 5), RowOrder(reversed: 0),
        ] {
            for row in 0..<order.count { #expect(order.row(of: order.entry(at: row)) == row) }
            #expect(order.row(of: 100) == nil)
        }
        #expect(RowOrder([2, 5], isAscending: true).row(of: 3) == nil)
        #expect(RowOrder(reversed: 3).row(of: -1) == nil)
    }

    @Test func `Reversed rows begin with the last entry, in searches and selections too`() {
        let order = RowOrder(reversed: 10)
        #expect((0..<10).map(order.entry(at:)) == (0..<10).reversed())
        #expect(order.range(of: 2..<5) == 5..<8 && order.range(of: 0..<10) == 0..<10 && order.range(of: 4..<4) == 6..<6)
        #expect(order.filtered(EntrySet([1, 7, 12])) == [7, 1])
        #expect(RowOrder([4, 2], isAscending: false).range(of: 0..<1) == nil)
    }
}

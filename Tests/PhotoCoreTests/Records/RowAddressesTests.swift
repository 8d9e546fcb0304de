import Foundation
import Testing

@testable import PhotoCore

@MainActor
@Suite struct RowAddressesTests {
    private func list(_ names: some Sequence<Int>) throws -> PhotoListModel {
        let records = PhotoListModel { _ in }
        records.open(try PhotoListModelTests.catalogue(names)) { _, _, _ in }
        return records
    }

    private func urls(_ records: PhotoListModel, _ rows: Int...) -> Set<URL> {
        Set(rows.compactMap { records.record(at: $0)?.photoURL })
    }

    @Test func `Photos are found near a row, in the list's order`() throws {
        let records = try list(0..<500)
        let addresses = RowAddresses(of: records)
        let wanted = urls(records, 202, 199, 450)
        #expect(addresses.photos(at: wanted, near: 200).map(\.name) == ["n199", "n202"])
        #expect(addresses.photos(at: wanted, near: 0).isEmpty)
    }

    @Test func `A list that has become shorter than the row, or empty, has none`() throws {
        let before = try list(0..<500)
        let wanted = urls(before, 480)
        #expect(RowAddresses(of: try list(0..<3)).photos(at: wanted, near: 480).isEmpty)
        #expect(RowAddresses(of: try list([])).photos(at: wanted, near: 480).isEmpty)
        #expect(RowAddresses(of: try list([])).photo(inPlaceOf: 480, leaving: wanted) == nil)
    }

    @Test func `A photo of another version has the same address, nearest first`() throws {
        let record = try #require(try list(0..<10).record(at: 4))
        let moved = RowAddresses(of: try list([7, 8, 4, 9, 9, 9, 4]))
        #expect(moved.photo(like: record, near: 1)?.id.entry == 2)
        #expect(moved.photo(like: record, near: 5)?.id.entry == 6)
        #expect(RowAddresses(of: try list(200..<400)).photo(like: record, near: 4) == nil)
    }

    @Test func `The next photo that stays takes the place of those that leave, or else the one before`() throws {
        let records = try list(0..<5)
        let addresses = RowAddresses(of: records)
        #expect(addresses.photo(inPlaceOf: 2, leaving: urls(records, 1, 2, 3))?.name == "n4")
        #expect(addresses.photo(inPlaceOf: 4, leaving: urls(records, 3, 4))?.name == "n2")
        #expect(addresses.photo(inPlaceOf: 4, leaving: urls(records, 0, 1, 2, 3, 4)) == nil)
    }
}

import Testing

@testable import PhotoCore

@Suite("Months that are kept in memory")
struct ReadMonthsTests {
    /// A catalogue of five months of one length, all read, and used in this order.
    private func library(_ counts: [Int] = [3, 3, 3, 3, 3]) throws -> (Catalogue, ReadMonths) {
        var catalogue = LibraryStub.catalogue(counts)
        var read = ReadMonths()
        for (month, count) in counts.enumerated() {
            catalogue.read(libraryMonth: month, as: try LibraryStub.content(month, count).segment)
            read.use(month)
        }
        return (catalogue, read)
    }

    @Test func `At the limit all stay; with one byte more the oldest goes`() throws {
        var (catalogue, read) = try library()
        #expect(read.forgetOldest(in: &catalogue, beyond: catalogue.byteCount) { _ in false } == [])
        #expect(read.forgetOldest(in: &catalogue, beyond: catalogue.byteCount - 1) { _ in false } == [0])
        #expect(catalogue.isUnread(at: 0) && !catalogue.isUnread(at: 3))
        #expect(read.months == [1, 2, 3, 4])
    }

    @Test func `The limit is that of all rows, whatever their number`() throws {
        var (catalogue, read) = try library([150_000, 150_000, 150_000])
        #expect(catalogue.byteCount > ReadMonths.mostBytes)
        let forgotten = read.forgetOldest(in: &catalogue) { _ in false }
        #expect(!forgotten.isEmpty)
        #expect(catalogue.byteCount <= ReadMonths.mostBytes)
        #expect(catalogue.count == 450_000)
    }

    @Test func `Months on screen or selected stay, and so does the one used last, even beyond the limit`() throws {
        var (catalogue, read) = try library()
        read.use(1)
        #expect(read.months == [0, 2, 3, 4, 1])
        #expect(read.forgetOldest(in: &catalogue, beyond: 0) { $0 == 2 } == [0, 3, 4])
        #expect(read.months == [2, 1])
        #expect([0, 3, 6, 9, 12].map(catalogue.isUnread) == [true, false, false, true, true])
    }

    @Test func `Where a month has other rows than before, those on screen and selected are still known`() throws {
        var (catalogue, read) = try library()
        // The first month had nine rows, of which six are gone now.
        let shown = LibraryStub.catalogue([9, 3, 3, 3, 3])
        var selected = EntrySet()
        selected.insert(13)
        read.use(4)
        let forgotten = read.forgetOldest(
            in: &catalogue, beyond: 0, shown: shown, onScreen: [9], selected: selected)
        #expect(forgotten == [0, 3])
        #expect(read.months == [1, 2, 4])
    }

    @Test func `Where everything is selected, months are forgotten as well, and stay selected`() throws {
        var (catalogue, read) = try library()
        let shown = catalogue
        var selected = EntrySet()
        selected.insert(0..<15)
        let forgotten = read.forgetOldest(
            in: &catalogue, beyond: 0, shown: shown, onScreen: [9], selected: selected)
        #expect(forgotten == [0, 1, 2])
        #expect(read.months == [3, 4])
        #expect([0, 3, 6, 9, 12].map(catalogue.isUnread) == [true, true, true, false, false])
        // One that is read again has one photo more.
        let before = catalogue
        catalogue.read(libraryMonth: 1, as: try LibraryStub.content(1, 4).segment)
        var change = MonthChange(of: 1, from: before, to: catalogue)
        #expect(change.numbers(of: selected).numbers == Array(0..<16))
    }

    @Test func `Months that are selected go after all others, and those selected in part stay`() throws {
        var (catalogue, read) = try library()
        let shown = catalogue
        var selected = EntrySet()
        selected.insert(0..<3)
        selected.insert(4..<6)
        let one = read.forgetOldest(
            in: &catalogue, beyond: catalogue.byteCount - 1, shown: shown, onScreen: [], selected: selected)
        #expect(one == [2])
        let all = read.forgetOldest(in: &catalogue, beyond: 0, shown: shown, onScreen: [], selected: selected)
        #expect(all == [3, 0])
        #expect(read.months == [1, 4])
    }

    @Test func `None are none`() {
        var catalogue = LibraryStub.catalogue([2])
        var read = ReadMonths()
        #expect(read.forgetOldest(in: &catalogue, beyond: -1) { _ in false } == [])
    }
}

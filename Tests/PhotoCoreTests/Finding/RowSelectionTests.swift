import Testing

@testable import PhotoCore

@MainActor
@Suite struct RowSelectionTests {
    private let model = PhotoListModel { _ in }
    private let selection: RowSelection

    init() throws {
        selection = RowSelection(of: model)
        model.open(try Finding.catalogue((0..<10).map { "\($0)" })) { _, _, _ in }
    }

    private func arrange(_ entries: [UInt32]) {
        model.arrange(RowOrder(entries, isAscending: false)) { _, _, _ in }
        selection.orderChanged()
    }

    @Test func `Rows are selected alone, besides others, and not any more`() {
        selection.select(2..<4, only: true)
        selection.select(6..<7, only: false)
        #expect(selection.shownEntries == [2, 3, 6])
        selection.unselect(3..<7)
        #expect(selection.shownEntries == [2])
        selection.select(0..<1, only: true)
        #expect(selection.shownEntries == [0] && selection.count == 1)
        #expect(selection.isSelected(0) && !selection.isSelected(2) && !selection.isSelected(10))
    }

    @Test func `While it keeps other rows, a list's clicks and arrow keys replace nothing`() {
        selection.select(asked: 2..<3, only: true)
        #expect(selection.shownEntries == [2])
        selection.keepsOthers = true
        selection.toggle(5)
        selection.select(asked: 7..<8, only: true)
        #expect(selection.shownEntries == [2, 5])
        selection.select(asked: 7..<9, only: true)
        #expect(selection.shownEntries == [2, 5, 7, 8])
        selection.toggle(2)
        selection.toggle(10)
        selection.select(asked: 0..<1, only: false)
        #expect(selection.shownEntries == [0, 5, 7, 8])
        selection.keepsOthers = false
        selection.select(asked: 1..<2, only: true)
        #expect(selection.shownEntries == [1])
    }

    @Test func `It stays with its photos while they are sorted`() {
        selection.select(1..<3, only: true)
        arrange([9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
        #expect((0..<10).filter { selection.isSelected($0) } == [7, 8])
        #expect(selection.shownEntries == [2, 1])
        selection.select(0..<2, only: false)
        arrange(Array(0..<10))
        #expect(selection.shownEntries == [1, 2, 8, 9])
    }

    @Test func `What a search hides stays selected, but does not count`() {
        selection.select(1..<4, only: true)
        arrange([3, 5, 7])
        #expect(selection.count == 1 && selection.shownEntries == [3])
        selection.invert()
        #expect(selection.shownEntries == [5, 7])
        arrange(Array(0..<10))
        #expect(selection.shownEntries == [1, 2, 5, 7])
        arrange([0])
        selection.select(0..<1, only: true)
        arrange(Array(0..<10))
        #expect(selection.shownEntries == [0])
    }

    @Test func `All are selected, inverted, and given up, those that are hidden too`() {
        selection.selectAll()
        #expect(selection.count == 10)
        selection.unselect(4..<5)
        selection.invert()
        #expect(selection.shownEntries == [4])
        arrange([0])
        selection.unselectAll()
        #expect(selection.entries.isEmpty)
    }

    @Test(arguments: [Array(0..<10), [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]] as [[UInt32]])
    func `While rows are held back, the list's numbers mean the rows that it shows`(_ entries: [UInt32]) {
        model.arrange(RowOrder(entries, isAscending: false), from: 4, revealing: 3) { _, _, _ in }
        selection.orderChanged()
        #expect(model.heldBackAboveCount == 4 && model.count == 3)
        selection.select(0..<2, only: true)
        #expect(selection.shownEntries == Array(entries[4..<6]))
        #expect((0..<3).filter { selection.isSelected($0) } == [0, 1])
        selection.toggle(2)
        selection.toggle(0)
        #expect(selection.shownEntries == Array(entries[5..<7]))
        selection.unselect(0..<3)
        #expect(selection.entries.isEmpty)
        selection.select(0..<100, only: false)
        #expect(selection.shownEntries == Array(entries[4...]))
        model.revealAbove(2) { _, _, _ in }
        #expect((0..<4).filter { selection.isSelected($0) } == [2, 3])
    }

    @Test func `While rows are held back, all of them can be selected and inverted`() {
        model.arrange(RowOrder(identity: 10), from: 4, revealing: 3) { _, _, _ in }
        selection.orderChanged()
        selection.selectAll()
        #expect(selection.count == 10)
        selection.unselect(0..<1)
        selection.invert()
        #expect(selection.shownEntries == [4])
    }

    @Test func `Each change is announced`() {
        var told = 0
        selection.changed = { told += 1 }
        selection.selectAll()
        selection.invert()
        selection.unselect(0..<1)
        selection.unselectAll()
        #expect(told == 4)
    }
}

import TestSupport
import Testing

@testable import PhotoCore

@Suite struct ListPlaceTests {
    /// The entries in reverse order.
    private func reversed(_ count: Int) -> RowOrder {
        RowOrder((0..<UInt32(count)).reversed(), isAscending: false)
    }

    private func every(_ step: Int, of count: Int) -> RowOrder {
        RowOrder(stride(from: 0, to: UInt32(count), by: step).map { $0 }, isAscending: true)
    }

    @MainActor
    private func version(focusing focused: Int?) throws -> ListPlace.Version {
        let catalogue = try PhotoListModelTests.catalogue(0..<1)
        return ListPlace.Version(catalogue: catalogue, selected: EntrySet(), focused: focused)
    }

    @Test func `Rows that are sorted stand at their top`() {
        var list = SimulatedList(rows: 300)
        list.scroll(to: 1000)
        list.send(.asked(.top))
        list.find(reversed(300))
        list.settle()
        #expect(list.position == 0 && list.firstSpot?.entry == 299)
    }

    @Test func `Rows that come by themselves leave the first on screen where it is`() {
        var list = SimulatedList(rows: 300)
        list.scroll(to: 1010)
        list.find(reversed(320))
        list.settle()
        #expect(list.firstSpot == ListPlace.Spot(entry: 12, offset: 50))
    }

    @Test func `A list at its top stays there while rows come by themselves`() {
        var list = SimulatedList(rows: 300)
        list.find(reversed(320))
        list.settle()
        #expect(list.position == 0 && list.firstSpot?.entry == 319)
    }

    @Test func `Rows added at the end move nothing`() {
        var list = SimulatedList(rows: 300)
        list.scroll(to: 1010)
        list.find(RowOrder(identity: 500), extends: true)
        list.settle()
        #expect(list.position == 1010 && list.order.count == 500)
    }

    @Test func `The order that there is already stands at its top where that was asked for`() {
        var list = SimulatedList(rows: 300)
        list.scroll(to: 1010)
        list.send(.asked(.top))
        list.find(RowOrder(identity: 300))
        list.settle()
        #expect(list.position == 0)
    }

    @Test func `A search that ends gives the list back where it stood`() {
        var list = SimulatedList(rows: 300)
        list.scroll(to: 8010)
        let before = list.firstSpot!
        list.send(.asked(.top))
        list.find(every(7, of: 300))
        list.settle()
        #expect(list.position == 0)
        list.send(.asked(.spot(before)))
        list.find(RowOrder(identity: 300))
        list.settle()
        #expect(list.firstSpot == before)
    }

    @Test func `A place whose entry is not among the rows is the top`() {
        var list = SimulatedList(rows: 300)
        list.send(.asked(.spot(.init(entry: 3, offset: 10))))
        list.find(every(7, of: 300))
        list.settle()
        #expect(list.position == 0)
    }

    @Test func `A place is held while the search bar slides, unless the person scrolls`() {
        var list = SimulatedList(rows: 300)
        list.scroll(to: 8010)
        list.send(.slides(.spot(list.firstSpot!)))
        for page in stride(from: 590.0, through: 550, by: -10) {
            list.setPage(page)
            list.frame()
            #expect(list.position == 8010)
        }
        list.scroll(to: 9000)
        list.setPage(540)
        list.settle()
        #expect(abs(list.position - 9000) <= 30)
    }

    @Test(arguments: [10.0, 70, 500, 5000])
    func `A person who scrolls while a place is held is not taken back`(distance: Double) {
        var list = SimulatedList(rows: 300)
        list.scroll(to: 8010)
        list.send(.slides(.spot(list.firstSpot!)))
        list.setPage(590)
        list.frame()
        list.personMoves(.scroll, to: 8010 + distance)
        for page in stride(from: 580.0, through: 550, by: -10) {
            list.setPage(page)
            list.frame()
        }
        list.settle()
        // Each new page moves GTK's list a little.
        #expect(abs(list.position - 8010 - distance) <= 4 * 30)
        if distance > 200 { #expect(abs(list.position - 8010) > 200) }
    }

    @Test func `A place is held while the search bar slides and a key moves the focus`() {
        var list = SimulatedList(rows: 300)
        list.scroll(to: 8010)
        list.send(.slides(.spot(list.firstSpot!)))
        list.personMoves(.focus, to: 8010)
        list.setPage(560)
        list.settle()
        #expect(list.position == 8010)
    }

    @Test func `The focus that waits for its row is given up when the person scrolls away`() {
        var list = SimulatedList(rows: 3000)
        list.leave()
        list.send(.focusWanted(entry: 2000))
        list.settle()
        #expect(list.place.wantedFocus == 2000, "GTK has no widget for a row that far away")
        list.personMoves(.scroll, to: 80 * 1950)
        list.send(.extentChanged)
        list.settle()
        #expect(list.position == 80 * 1950 && list.place.wantedFocus == nil)
    }

    @Test func `End, pressed before the list stands where it was left, leads to the end`() {
        var list = SimulatedList(rows: 300)
        list.send(.restored(.init(entry: 100, offset: 0), focused: 100))
        while list.supply != .giving { list.frame() }
        repeat { list.frame() } while list.end < 1000
        list.personMoves(.jump, to: list.end)
        list.settle()
        #expect(list.firstSpot?.entry != 100 && list.place.aimedSpot == nil)
    }

    @Test func `A notch of the wheel before the list stands where it was left leaves it there`() {
        var list = SimulatedList(rows: 300)
        list.send(.restored(.init(entry: 100, offset: 0), focused: 100))
        while list.supply != .giving { list.frame() }
        list.personMoves(.scroll, to: 50)
        list.settle()
        #expect(list.firstSpot?.entry == 100)
    }

    @Test func `Who goes to a row next to a held place stands at the row`() {
        var list = SimulatedList(rows: 300)
        list.scroll(to: 8010)
        list.send(.slides(.spot(list.firstSpot!)))
        list.goTo(101)
        list.setPage(580)
        list.settle()
        #expect(abs(list.position - 8080) <= 30 && list.focusedEntry == 101)
    }

    @Test func `Going to a row brings rows that are on their way at once`() {
        var list = SimulatedList(rows: 300)
        list.send(.asked(.top))
        list.find(reversed(300))
        list.goTo(50)
        list.settle()
        #expect(list.firstSpot == .init(entry: 50, offset: 0) && list.focusedEntry == 50)
    }

    @Test func `A row that one goes to is not given up for rows that come by themselves`() {
        var list = SimulatedList(rows: 300)
        list.goTo(50)
        list.find(reversed(310))
        list.settle()
        #expect(list.firstSpot == .init(entry: 50, offset: 0))
    }

    @Test func `The photo at the top stays there in another layout, and there and back`() {
        var list = SimulatedList(rows: 300)
        list.scroll(to: 8080)
        for columns in [4, 1, 5, 1] {
            list.lay(inColumns: columns, height: columns == 1 ? 80 : 170)
            list.settle()
            #expect(list.position == list.finalTop(of: 101))
        }
    }

    @Test func `The photo at the top stays there at another size`() {
        var list = SimulatedList(rows: 300)
        list.lay(inColumns: 4, height: 170)
        list.settle()
        list.scroll(to: 2000)
        let first = list.firstSpot!.entry
        list.resize(columns: 3, height: 220)
        list.settle()
        #expect(list.position == list.finalTop(of: first))
    }

    @Test func `A new size before the list stands is not given up for the place before`() {
        var list = SimulatedList(rows: 300)
        list.goTo(200)
        list.resize(columns: 3, height: 220)
        list.settle()
        #expect(list.position == list.finalTop(of: 200))
    }

    @Test func `Another version leaves around a photo that stays all where it is`() {
        var list = SimulatedList(rows: 300)
        list.goTo(100)
        list.settle()
        list.replace(rows: 310, shift: 10)
        list.settle()
        #expect(list.firstSpot == .init(entry: 110, offset: 0) && list.focusedEntry == 110)
    }

    @Test @MainActor func `Another version is to come until its rows are shown`() throws {
        var list = SimulatedList(rows: 300)
        var place = ListPlace()
        #expect(!place.isReplacing)
        _ = place.handle(.replacing(try version(focusing: nil), .top), in: list.geometry)
        #expect(place.isReplacing)
        // A search or a sort that takes its time.
        _ = place.handle(.extentChanged, in: list.geometry)
        #expect(place.isReplacing)
        _ = place.handle(.found(reversed(1), extends: false, first: nil), in: list.geometry)
        #expect(place.isReplacing)
        _ = place.handle(.roomMade, in: list.geometry)
        #expect(!place.isReplacing)
        _ = place.handle(.replacing(try version(focusing: nil), .top), in: list.geometry)
        _ = place.handle(.opened(isArranged: true), in: list.geometry)
        #expect(!place.isReplacing)
        list.settle()
    }

    @Test func `Another version of which nothing stays stands at the same height`() {
        var list = SimulatedList(rows: 300)
        list.scroll(to: 8010)
        list.replace(rows: 200, shift: nil)
        list.settle()
        #expect(list.position == 8010)
        list.replace(rows: 20, shift: nil)
        list.settle()
        #expect(list.position == list.end)
    }

    @Test func `What is wanted of a catalogue is not wanted of the next one`() {
        var list = SimulatedList(rows: 300)
        list.goTo(200)
        list.send(.focusWanted(entry: 250))
        list.send(.opened(isArranged: false))
        list.settle()
        #expect(list.position == 0 && list.place.wantedFocus == nil)
    }

    @MainActor
    @Test func `A version that is arranged first comes with its place and its row's keyboard`() throws {
        var list = SimulatedList(rows: 300)
        list.send(.asked(.top))
        list.find(reversed(300))
        list.settle()
        list.send(.replacing(try version(focusing: 203), .spot(.init(entry: 205, offset: 20))))
        list.find(reversed(310))
        list.settle()
        #expect(list.firstSpot == .init(entry: 205, offset: 20) && list.focusedEntry == 203)
    }

    @MainActor
    @Test func `A keyboard whose row is filtered away goes to the list`() throws {
        var list = SimulatedList(rows: 300)
        list.goTo(3)
        list.settle()
        list.send(.replacing(try version(focusing: 3), .top))
        list.find(every(7, of: 300))
        list.settle()
        #expect(list.keyboard == .inList && list.place.wantedFocus == nil)
    }

    @Test func `A keyboard in another widget is left there`() {
        var list = SimulatedList(rows: 300)
        list.leave()
        list.send(.asked(.top))
        list.find(reversed(300))
        list.lay(inColumns: 4, height: 170)
        list.settle()
        #expect(list.keyboard == .elsewhere)
    }

    @Test func `The row that has the keyboard keeps it in another layout, and the first gets that of one out of sight`()
    {
        var list = SimulatedList(rows: 300)
        list.goTo(101)
        list.settle()
        list.lay(inColumns: 4, height: 170)
        list.settle()
        #expect(list.focusedEntry == 101)
        list.scroll(to: 170 * 50)
        list.lay(inColumns: 1, height: 80)
        list.settle()
        #expect(list.focusedEntry == 200)
    }

    @Test func `A photo that is on screen stays where it is when its page closes, and another is brought there`() {
        var list = SimulatedList(rows: 300)
        list.scroll(to: 1010)
        list.comeBack(to: 15)
        list.settle()
        #expect(list.position == 1010 && list.hasReturned && list.focusedEntry == 15)
        list.comeBack(to: 200)
        list.settle()
        #expect(list.hasReturned && list.isOnScreen(200) && list.focusedEntry == 200)
    }

    @Test func `A list that returns to no row stays there`() {
        var list = SimulatedList(rows: 300)
        list.comeBack(to: 1000)
        list.settle()
        #expect(list.hasReturned && list.position == 0)
    }

    @Test func `A photo that is come back to wins over the place that the list was about to take`() {
        var list = SimulatedList(rows: 300)
        list.scroll(to: 8010)
        list.lay(inColumns: 4, height: 170)
        list.comeBack(to: 20)
        list.settle()
        #expect(list.isOnScreen(20))
    }

    @Test func `Rows below a full screen are no reason to look again`() {
        var list = SimulatedList(rows: 300)
        #expect(looks(at: &list, rows: 400) == false)
        list = SimulatedList(rows: 3)
        #expect(looks(at: &list, rows: 400))
    }

    private func looks(at list: inout SimulatedList, rows: Int) -> Bool {
        var place = list.place
        let geometry = ListGeometry(
            order: RowOrder(identity: rows), shown: 0..<rows, columns: 1, position: 0, length: 80 * Double(rows),
            page: list.page, supply: .complete, keyboard: .inList)
        return place.handle(.extentChanged, in: geometry).contains { if case .look = $0 { true } else { false } }
    }

    @Test func `A catalogue that is opened again is shown where it was left, with the focus there`() {
        var list = SimulatedList(rows: 300)
        list.send(.opened(isArranged: false))
        list.send(.restored(.init(entry: 150, offset: 20), focused: 152))
        list.settle()
        #expect(list.firstSpot == ListPlace.Spot(entry: 150, offset: 20) && list.focusedEntry == 152)
    }

    @Test func `A sorted catalogue that is opened again is shown where it was left`() {
        var list = SimulatedList(rows: 300)
        list.send(.opened(isArranged: true))
        list.send(.restored(.init(entry: 150, offset: 20), focused: nil))
        list.find(reversed(300))
        list.settle()
        #expect(list.firstSpot == ListPlace.Spot(entry: 150, offset: 20))
    }
}

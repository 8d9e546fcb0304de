import GLibBridge
import GtkBridge
import PhotoCore

/// Answers the desktop's search: photos by the names in catalogues that are open or remembered, and the remembered
/// catalogues by theirs.
@MainActor
final class CatalogueSearchProvider: DesktopSearching {
    /// As many results as the desktop can show of one program; it asks for descriptions of a few of them.
    private static let mostResults = 20
    /// The side of a result's picture, in pixels: what the desktop shows, at twice its density.
    private static let pictureSide = 96

    private static let path = "/org/classicphotos/ClassicPhotos/SearchProvider"

    private unowned let program: ClassicPhotos
    /// Numbers the windows, for the results' identifiers.
    private var numbers: [(window: Weak, number: Int)] = []
    private var lastNumber = 0
    private var search: Search?
    private var stay: MainTimer?

    private struct Weak { weak var window: PhotoWindow? }

    /// One call that waits for the open catalogues, and for what is remembered.
    private final class Search {
        var waiting = 0
        var found: [[String]] = []
        var catalogues: [String] = []
        var rows: [String] = []
        /// Ends the look into what is remembered.
        let flag = CancellationFlag()
        let reply: @MainActor ([String]) -> Void
        init(reply: @escaping @MainActor ([String]) -> Void) { self.reply = reply }
    }

    init(of program: ClassicPhotos) { self.program = program }

    /// Puts it on a bus.
    func export(on connection: OpaquePointer) {
        // The path is taken only if the bus has had it before.
        _ = SearchProviderObject.export(self, on: connection, at: Self.path)
    }

    // MARK: - Searching

    func find(_ terms: [String], among previous: [String]?, reply: @escaping @MainActor ([String]) -> Void) {
        // The desktop waits only for its last call.
        end(search, with: [])
        let text = terms.joined(separator: " ")
        let query = SearchQuery(text)
        guard !query.isEmpty else { return reply([]) }
        let windows = program.windows.filter { !$0.list.isEmpty }
        let search = Search(reply: reply)
        self.search = search
        program.application.hold()
        search.waiting = windows.count + 1
        search.found = Array(repeating: [], count: windows.count)
        for (place, window) in windows.reversed().enumerated() {
            window.list.finder.find(text, most: Self.mostResults) { [weak self, weak window, weak search] entries in
                guard let self, let search else { return }
                search.found[place] = window.map { window in entries.compactMap { self.id(of: $0, in: window) } } ?? []
                hasAnswer(search)
            }
        }
        program.recent.whenKnown { [weak self, weak search] in
            guard let self, let search else { return }
            findRemembered(query, search)
        }
    }

    private func findRemembered(_ query: SearchQuery, _ search: Search) {
        let closed = closedCatalogues
        search.catalogues = closed.filter { query.matches($0.title) || query.matches($0.source.text) }
            .map { SearchResultID.catalogue($0.source.text).text }
        program.recent.find(query, at: closed.map(\.source.text), most: Self.mostResults, flag: search.flag) {
            [weak self, weak search] found in
            guard let self, let search else { return }
            search.rows = found.map { SearchResultID.row(of: $0.address, $0.found.mark).text }
            hasAnswer(search)
        }
    }

    private func hasAnswer(_ search: Search) {
        guard search === self.search else { return }
        search.waiting -= 1
        guard search.waiting == 0 else { return }
        let results = SearchResultID.ordered(
            photos: search.found.flatMap(\.self), rows: search.rows, catalogues: search.catalogues,
            most: Self.mostResults)
        end(search, with: results)
    }

    private func end(_ search: Search?, with results: [String]) {
        guard let search, search === self.search else { return }
        self.search = nil
        search.flag.cancel()
        search.reply(results)
        stayForNextCall()
        program.application.release()
    }

    /// Without a window, the program stays for this long after a call: as GApplication lets a service that has just
    /// been started.
    private static let stayMilliseconds = 10_000

    private func stayForNextCall() {
        guard program.windows.isEmpty else { return }
        if stay == nil { program.application.hold() }
        stay = MainTimer(after: Self.stayMilliseconds) { [weak self] in
            self?.stay = nil
            self?.program.application.release()
        }
    }

    private typealias Remembered = (source: CatalogueSource, title: String)

    /// What was opened last, and the recent catalogues and libraries, the last first.
    private var remembered: [Remembered] {
        let recent = (program.recent.shown + program.recent.libraries).map {
            (address: $0.address, title: $0.shownTitle)
        }
        let last = program.recent.lastOpen.map { (address: $0, title: "") }
        var known: Set<String> = []
        return (recent + last).compactMap { each in
            // A share is asked when it is opened: here it would hold up the program.
            let source = try? CatalogueSource(each.address, in: "/", mountedFile: { _ in nil })
            guard let source, known.insert(source.text).inserted else { return nil }
            return (source, each.title.isEmpty ? source.title : each.title)
        }
    }

    /// Those that are remembered, but not open.
    private var closedCatalogues: [Remembered] {
        let open = program.windows.compactMap(\.opening.source?.unmounted)
        return remembered.filter { !open.contains($0.source.unmounted) }
    }

    // MARK: - Results

    private func id(of entry: Int, in window: PhotoWindow) -> String? {
        guard let catalogue = window.list.catalogue, entry < catalogue.count else { return nil }
        let name = SearchResultID.hash(of: catalogue.name(at: entry))
        return SearchResultID.photo(window: number(of: window), entry: entry, name: name).text
    }

    private func number(of window: PhotoWindow) -> Int {
        numbers.removeAll { $0.window.window == nil }
        if let known = numbers.first(where: { $0.window.window === window }) { return known.number }
        lastNumber += 1
        numbers.append((Weak(window: window), lastNumber))
        return lastNumber
    }

    /// The photo that a result still names.
    private func photo(_ id: SearchResultID) -> (window: PhotoWindow, entry: Int)? {
        guard case .photo(let number, let entry, let name) = id,
            let window = numbers.first(where: { $0.number == number })?.window.window, !window.isClosed,
            let catalogue = window.list.catalogue, entry < catalogue.count,
            SearchResultID.hash(of: catalogue.name(at: entry)) == name
        else { return nil }
        return (window, entry)
    }

    func describe(_ ids: [String], reply: @escaping @MainActor ([SearchResultText]) -> Void) {
        stayForNextCall()
        let ids = ids.prefix(Self.mostResults).compactMap { text in SearchResultID(text).map { (text: text, id: $0) } }
        let closed = Dictionary(
            closedCatalogues.map { ($0.source.text, $0.title) }, uniquingKeysWith: { first, _ in first })
        var (addresses, rows): (Set<String>, [String: Set<Int>]) = ([], [:])
        for case .catalogue(let address) in ids.map(\.id) where closed[address] != nil { addresses.insert(address) }
        for case .row(let address, let mark) in ids.map(\.id) where closed[address] != nil {
            rows[address, default: []].insert(mark.entry)
        }
        // They are on the disk.
        whenRead(picturesOf: addresses, rows: rows) { [weak self] pictures, rows in
            guard let self else { return reply([]) }
            reply(
                ids.compactMap { text, id in
                    switch id {
                    case .photo: self.photo(id).flatMap { self.describe(text, $0.entry, in: $0.window) }
                    case .catalogue(let address):
                        closed[address].map {
                            SearchResultText(
                                id: text, name: $0, description: ShownText.line(address),
                                picture: Self.picture(pictures[address]), icon: ClassicPhotos.id)
                        }
                    case .row(let address, let mark):
                        closed[address].flatMap { title in
                            (rows[address]?.first { $0.mark == mark }).map {
                                SearchResultText(
                                    id: text, name: $0.name, description: title, picture: nil,
                                    icon: Self.icon(isFolder: $0.isFolder))
                            }
                        }
                    }
                })
        }
    }

    /// Passes what the disk has; at once if nothing is asked for.
    private func whenRead(
        picturesOf addresses: Set<String>, rows: [String: Set<Int>],
        _ body: @escaping @MainActor @Sendable ([String: PixelBuffer], [String: [RecentNames.Found]]) -> Void
    ) {
        if addresses.isEmpty, rows.isEmpty { return body([:], [:]) }
        let recent = program.recent
        recent.pictures(of: addresses) { pictures in
            recent.rows(of: rows) { body(pictures, $0) }
        }
    }

    private static func icon(isFolder: Bool) -> String { isFolder ? "folder" : "image-x-generic" }

    /// The middle of `pixels`, as small as it is shown.
    private static func picture(_ pixels: PixelBuffer?) -> SearchResultText.Picture? {
        pixels.flatMap { $0.middle(filling: .square(pictureSide)) }.map {
            .init(width: $0.size.width, height: $0.size.height, bytesPerRow: $0.bytesPerRow, bytes: Array($0.bytes))
        }
    }

    private func describe(_ id: String, _ entry: Int, in window: PhotoWindow) -> SearchResultText? {
        guard let catalogue = window.list.catalogue else { return nil }
        return SearchResultText(
            id: id, name: catalogue.name(at: entry), description: window.opening.title,
            picture: Self.picture(window.list.pictures.picture(ofEntry: entry)),
            icon: Self.icon(isFolder: catalogue.isFolder(at: entry)))
    }

    func activate(_ id: String, time: UInt32) {
        guard let id = SearchResultID(id) else { return }
        if let (window, entry) = photo(id) {
            window.window.present(at: time)
            show(entry, in: window)
            return
        }
        // Only what is remembered: any program on the bus may name anything.
        switch id {
        case .catalogue(let address):
            if let source = remembered(at: address) { program.openMore([source]) }
        case .row(let address, let mark):
            guard let source = remembered(at: address) else { return }
            // It may have been opened since.
            let window = program.windows.last { $0.opening.source?.unmounted == source.unmounted }
            guard let window, window.list.catalogue?.mark(at: mark.entry) == mark else {
                return program.open(source, at: mark)
            }
            window.window.present(at: time)
            show(mark.entry, in: window)
        case .photo: program.windows.last?.window.present(at: time)
        }
    }

    private func remembered(at address: String) -> CatalogueSource? {
        remembered.first { $0.source.text == address }?.source
    }

    func launch(_ terms: [String], time: UInt32) {
        let text = terms.joined(separator: " ")
        guard let window = program.windows.last(where: { !$0.list.isEmpty }) else {
            // In what was open last.
            program.openMore([])
            program.windows.last?.opening.findWhenShown(text)
            return
        }
        window.window.present(at: time)
        if window.photos?.isOpen == true { window.photos?.end() }
        window.pane.find(text)
    }

    private func show(_ entry: Int, in window: PhotoWindow) {
        // A search hides it.
        if window.list.record(ofEntry: entry) == nil { window.pane.isShown = false }
        if let record = window.list.record(ofEntry: entry) { window.show(record) }
    }
}

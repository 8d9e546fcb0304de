import GLibBridge
import GtkBridge
import PhotoCore

/// Answers the desktop's search: photos by the names in open catalogues, and catalogues that are remembered, by theirs.
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

    /// One call that waits for the open catalogues.
    private final class Search {
        var waiting = 0
        var found: [[String]] = []
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
        search.found = Array(repeating: [], count: windows.count + 1)
        for (place, window) in windows.reversed().enumerated() {
            window.list.finder.find(text, most: Self.mostResults) { [weak self, weak window, weak search] entries in
                guard let self, let search else { return }
                take(
                    window.map { window in entries.compactMap { self.id(of: $0, in: window) } } ?? [], place, of: search
                )
            }
        }
        program.recent.whenKnown { [weak self, weak search] in
            guard let self, let search else { return }
            take(catalogues(matching: query), windows.count, of: search)
        }
    }

    private func take(_ found: [String], _ place: Int, of search: Search) {
        guard search === self.search else { return }
        search.found[place] = found
        search.waiting -= 1
        guard search.waiting == 0 else { return }
        let (photos, catalogues) = (search.found.dropLast(), search.found.last ?? [])
        let results = SearchResultID.ordered(
            photos: photos.flatMap(\.self), catalogues: catalogues, most: Self.mostResults)
        end(search, with: results)
    }

    private func end(_ search: Search?, with results: [String]) {
        guard let search, search === self.search else { return }
        self.search = nil
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

    private func catalogues(matching query: SearchQuery) -> [String] {
        closedCatalogues.filter { query.matches($0.title) || query.matches($0.source.text) }
            .map { SearchResultID.catalogue($0.source.text).text }
    }

    private typealias Remembered = (source: CatalogueSource, title: String)

    /// What was opened last, and the recent catalogues, the last first.
    private var remembered: [Remembered] {
        let recent = program.recent.shown.map { (address: $0.address, title: $0.title) }
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
        var addresses: [String: String] = [:]
        let texts = ids.prefix(Self.mostResults).compactMap { text -> SearchResultText? in
            guard let id = SearchResultID(text) else { return nil }
            if let (window, entry) = photo(id) { return describe(text, entry, in: window) }
            guard case .catalogue(let address) = id,
                let known = closedCatalogues.first(where: { $0.source.text == address })
            else { return nil }
            addresses[text] = address
            return SearchResultText(
                id: text, name: known.title, description: ShownText.line(address), picture: nil, icon: ClassicPhotos.id
            )
        }
        guard !addresses.isEmpty else { return reply(texts) }
        // They are on the disk.
        program.recent.pictures(of: Set(addresses.values)) { [addresses] pictures in
            reply(
                texts.map { text in
                    guard let address = addresses[text.id] else { return text }
                    var text = text
                    text.picture = Self.picture(pictures[address])
                    return text
                })
        }
    }

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
            icon: catalogue.isFolder(at: entry) ? "folder" : "image-x-generic")
    }

    func activate(_ id: String, time: UInt32) {
        guard let id = SearchResultID(id) else { return }
        if let (window, entry) = photo(id) {
            window.window.present(at: time)
            show(entry, in: window)
        } else if case .catalogue(let address) = id {
            // Only what is remembered: any program on the bus may name anything.
            if let known = remembered.first(where: { $0.source.text == address }) { program.openMore([known.source]) }
        } else {
            program.windows.last?.window.present(at: time)
        }
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
        guard let photos = window.photos else { return }
        photos.slideshow?.end()
        // A search hides it.
        if window.list.record(ofEntry: entry) == nil { window.pane.isShown = false }
        guard let record = window.list.record(ofEntry: entry) else { return }
        if record.folder != nil {
            window.opening.trail.open(record)
        } else if photos.isOpen {
            photos.show(record)
        } else {
            photos.open(record)
        }
    }
}

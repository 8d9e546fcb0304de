import GLibBridge
import GtkBridge
import PhotoCore
import PhotoServices

/// Reads the further pages of a window's catalogue as its list, or the page of a photo, nears the last one.
@MainActor
final class NextPagesControl {
    private unowned let owner: PhotoWindow
    private let loader: NextPageLoader
    private var bar: NextPagesBar?

    private var list: PhotoListView { owner.list }

    init(of owner: PhotoWindow) {
        self.owner = owner
        // The further pages of a gallery, too, are for the person who has signed in.
        loader = NextPageLoader(
            fetcher: owner.program.folderFetcher, formats: .standard, mainContext: MainContext())
        loader.grew = { [weak self] in self?.grew(to: $0) }
        loader.changed = { [weak self] in self?.changed() }
        list.loading.rested = { [weak self] in self?.look() }
    }

    /// Whether the catalogue has more photos than the list, as far as known.
    var hasMore: Bool { loader.trail.hasMore }

    /// `catalogue` is open, and its first page has been read; `revalidates` asks the server for the others.
    func begin(after catalogue: Catalogue, revalidates: Bool = false) {
        loader.begin(after: catalogue, revalidates: revalidates)
        changed()
    }

    /// Stops reading, because the catalogue is read again, or another one; the rest is read later.
    func stop() {
        guard loader.trail.hasMore else { return }
        loader.stop()
        changed()
    }

    /// Another catalogue is shown, or none.
    func end() {
        guard loader.trail.hasMore || loader.hasRead else { return }
        loader.end()
        changed()
    }

    /// A network is available again.
    func networkIsBack() { if case .failed(_, .fetch) = loader.trail.state { goOn() } }

    /// Reads the next page if the end is near: after a movement of the list, and after a step to another photo.
    func look() {
        guard !owner.opening.isLoading, !owner.isClosed, loader.trail.hasMore else { return }
        if list.finder.isPlain { loader.reached(reach, savesData: list.loading.savesData) }
        show()
    }

    private var reach: ListReach {
        let count = list.shownCount
        if let photos = owner.photos, photos.isOpen {
            let row = photos.row ?? 0
            return ListReach(rows: row..<max(row, min(count, row + Self.photosAhead)), count: count)
        }
        guard list.list.isMapped || list.isEmpty else { return .elsewhere }
        return ListReach(rows: list.visible.numbers, count: count)
    }

    /// As many photos before the last one, the page of a photo is at the end: its neighbours are loaded too.
    private static let photosAhead = 3

    private func goOn() {
        owner.program.credentials.forgetRefusals()
        loader.goOn()
    }

    private func grew(to catalogue: Catalogue) {
        list.grow(to: catalogue)
        owner.opening.showTitle()
    }

    private func changed() {
        guard !owner.isClosed else { return }
        if list.isEmpty, loader.trail.state == .ended, loader.hasRead { owner.opening.hasFoundNothing() }
        owner.opening.showTitle()
        show()
        // A page may have brought nothing new, or less than a screen.
        if loader.trail.hasMore { list.loading.requestPass() }
    }

    private func show() {
        let content: NextPagesBar.Content
        switch loader.trail.state {
        case .ended: content = .nothing
        case .waiting: content = !list.finder.isPlain && reach == .atEnd ? .more : .nothing
        case .reading: content = .reading
        case .failed(_, let failure): content = .failed("\(failure)")
        case .incomplete(let count): content = .failed(Self.incomplete(count))
        }
        guard bar != nil || content != .nothing else { return }
        let bar = bar ?? makeBar()
        bar.show(content)
    }

    /// What is missing in the end.
    private static func incomplete(_ count: Int) -> String {
        let number = NumberFormats.current.whole(count)
        return localizedCount(
            count, "\(number) part of the catalogue could not be read.",
            "\(number) parts of the catalogue could not be read.")
    }

    private func makeBar() -> NextPagesBar {
        let bar = NextPagesBar { [weak self] in self?.goOn() }
        bar.said = { [weak owner] in owner?.say($0, about: .pages) }
        bar.leaves = { [weak owner] in owner?.takeFocus() }
        owner.content.insert(bar.widget, after: owner.area)
        self.bar = bar
        return bar
    }
}

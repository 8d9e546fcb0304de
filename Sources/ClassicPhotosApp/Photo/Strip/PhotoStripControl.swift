import GLibBridge
import GtkBridge
import PhotoCore

/// Shows the strip of neighbours on the page while the person wants it, and loads its photos under the list's rules,
/// with the list's loader and records.
@MainActor
final class PhotoStripControl {
    private static let key = "photo-strip"

    private unowned let photos: PhotoPresenter
    /// Made when it is first shown.
    private var made: (strip: PhotoStrip, movement: ListMovement, revealer: Revealer)?
    private var record: PhotoRecord?
    private var isWanted = false
    /// Whether only the photo is to be seen: in fullscreen, and during a slideshow.
    private var isHidden = false
    /// Whether passes run over the strip.
    private var isLoading = false
    private var filterTimer: MainTimer?
    /// As long as a slider rests that may be where the person wants it.
    private static let settleMilliseconds = 150

    /// The strip on the page of `photos`.
    init(of photos: PhotoPresenter) { self.photos = photos }

    private var list: PhotoListView { photos.list }

    /// Has the command show and hide it, and remembers that in `settings`.
    func addCommand(to commands: WindowCommands, _ settings: Settings) {
        isWanted = settings.boolean(Self.key, default: false)
        commands.addToggle(.strip) { [weak self] isOn in
            guard let self, isOn != isWanted else { return }
            isWanted = isOn
            settings.set(Self.key, isOn)
            update()
        }
        commands[.strip]?.isOn = isWanted
    }

    /// Another photo is on the page, or none.
    func show(_ record: PhotoRecord?) {
        self.record = record
        update()
        made?.strip.show(isShown ? record : nil)
        // Filters chosen on the page that was left.
        if isShown { list.filters.showChanged() }
    }

    func setHidden(_ isHidden: Bool) {
        guard isHidden != self.isHidden else { return }
        self.isHidden = isHidden
        update()
    }

    /// Other photos are in the list, or in another order.
    func rowsChanged() { made?.strip.update() }

    private var isShown: Bool { isWanted && !isHidden && record != nil }

    private func update() {
        guard isShown || made != nil, let page = photos.stage.pageIfMade else { return }
        let (strip, _, revealer) = made ?? make(page)
        if !isShown, strip.widget.hasFocus { page.canvas.widget.grabFocus() }
        // Also behind the list, so that it need not slide in again over the next photo.
        revealer.isRevealed = isWanted && !isHidden
        guard isShown != isLoading else { return }
        isLoading = isShown
        // While it is shown, passes run over its photos: the list is hidden.
        takePasses(isShown)
        strip.show(isShown ? record : nil)
        if !isShown, record != nil { list.loading.pause() }
    }

    private func takePasses(_ areMine: Bool) {
        list.loading.elsewhere = nil
        list.filters.changedWhileHidden = nil
        guard areMine else { return }
        list.loading.elsewhere = { [weak self] in self?.made?.movement.handle(.passWanted) }
        list.filters.changedWhileHidden = { [weak self] in self?.filterChanged() }
    }

    private func make(_ page: PhotoPage) -> (PhotoStrip, ListMovement, Revealer) {
        let strip = PhotoStrip(of: list)
        let revealer = Revealer(child: strip.widget)
        strip.widget.addClass("photo-strip")
        page.widget.insert(revealer, after: page.details.widget)
        let movement = ListMovement(of: strip.widget, position: strip.position)
        movement.began = { [weak self] in self?.list.loading.loader.listMoves() }
        movement.moved = { [weak strip] in strip?.update() }
        movement.passDue = { [weak self] in self?.pass() }
        strip.onChosen = { [weak self] in self?.go(to: $0) }
        strip.laidOut = { [weak self] in self?.made?.movement.handle(.passWanted) }
        strip.widget.onMap { [weak strip] in strip?.update() }
        made = (strip, movement, revealer)
        return (strip, movement, revealer)
    }

    private func go(to record: PhotoRecord) {
        guard let number = photos.number, let target = list.records.photoNumber(of: record), target != number else {
            return
        }
        photos.step(target - number)
    }

    private func pass() {
        guard let made, isShown, !made.movement.isMoving else { return }
        let photos = made.strip.photos
        if !photos.isEmpty {
            list.loading.pass(over: photos, ahead: made.strip.photosAhead(made.movement.direction))
            list.library.want([record].compactMap(\.self) + photos.map(\.record))
        }
    }

    private func filterChanged() {
        filterTimer = MainTimer(after: Self.settleMilliseconds) { [weak self] in
            if self?.isShown == true { self?.list.filters.showChanged() }
        }
    }
}

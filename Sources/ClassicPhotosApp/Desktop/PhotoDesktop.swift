import Foundation
import GLibBridge
import GtkBridge
import PhotoCore
import PhotoServices

/// What is done with a window's photos beyond it: copied, handed to other programs, printed, thrown away.
///
/// Its subject is the photo that is looked at; in the list, the photos that are selected, or else the one that has the
/// keyboard.
@MainActor
final class PhotoDesktop {
    unowned let owner: PhotoWindow
    let whole: WholePhotoMaking
    let trash = Trash(mainContext: MainContext.shared)
    /// What was thrown away and can be brought back: the last is brought back first.
    var thrown: [ThrownPhotos] = []
    private(set) lazy var returned = ReturnedPhotos(in: owner)
    let handed = HandedFiles()
    // Kept for as long as they are shown, or under way.
    var chooser: ProgramDialog?
    var printJob: PrintJob?
    var rowMenu: ContextMenu?

    /// Nothing is done yet.
    init(of owner: PhotoWindow, services: PhotoLoad.Services) {
        self.owner = owner
        whole = WholePhotoMaking(services: services)
    }

    // MARK: - Actions

    /// Has everything in the window lead here that is to.
    func begin() {
        addActions()
        addRowMenu()
        addDragging()
        addDropping(to: owner.toasts)
    }

    private func addActions() {
        add(.copyPicture) { $0.copyPicture($1[0]) }
        add(.copyAddress) { $0.copyAddress($1[0]) }
        add(.openWith) { $0.openWith($1) }
        add(.openAddress) { $0.openAddress($1[0]) }
        add(.showInFiles) { $0.showInFiles($1) }
        add(.print) { $0.print($1[0]) }
        add(.setWallpaper) { $0.setWallpaper($1[0]) }
        add(.trash) { $0.throwAway($1) }
        owner.commands.add(.undo) { [weak self] in self?.bringBack() }
        update()
    }

    /// Has `command` do `body` with the photos that are meant, of which there is at least one.
    private func add(
        _ command: Command, _ body: @escaping @MainActor @Sendable (PhotoDesktop, [PhotoTarget]) -> Void
    ) {
        owner.commands.add(command) { [weak self] in
            self?.withTargets { targets in
                if let self, !targets.isEmpty { body(self, targets) }
            }
        }
    }

    /// What cannot be done now is grey in menus.
    func update() {
        var subject = subject
        subject.canUndo = !thrown.isEmpty
        for need in Command.Need.allCases {
            if let isMet = need.isMet(by: subject) { owner.commands.set(need, isMet: isMet) }
        }
    }

    // MARK: - What it is done with

    /// So many photos are looked at one by one to see what can be done with all of them.
    private static let fewPhotos = 1000

    /// What the photos are like.
    private var subject: DesktopSubject {
        if let record = owner.photos?.record {
            return PhotoTarget(record).map { DesktopSubject(count: 1, hasFiles: $0.isLocal) } ?? DesktopSubject()
        }
        let list = owner.list
        guard let catalogue = list.catalogue else { return DesktopSubject() }
        let count = list.selection.count
        if count == 0 {
            guard let target = focused else { return DesktopSubject() }
            return DesktopSubject(count: 1, hasFiles: target.isLocal)
        }
        // Of many, what the first of the catalogue are like is likely to hold for all; what it does not hold for is
        // said.
        let entries = count <= Self.fewPhotos ? list.selection.shownEntries.prefix(Self.fewPhotos) : [0]
        let hasFiles = entries.contains { entry in
            if case .success(let url) = catalogue.location(at: Int(entry)) { url.isFileURL } else { false }
        }
        return DesktopSubject(count: count, hasFiles: hasFiles)
    }

    /// The photo whose row has the keyboard, or had it before a menu took it.
    private var focused: PhotoTarget? {
        owner.list.lastFocusedEntry == nil ? nil : owner.list.placing.lastFocused.flatMap { PhotoTarget($0) }
    }

    /// Calls `body` with the photos, in the list's order: at once where they are few.
    func withTargets(_ body: @escaping @MainActor @Sendable ([PhotoTarget]) -> Void) {
        if let record = owner.photos?.record { return body(PhotoTarget(record).map { [$0] } ?? []) }
        guard let catalogue = owner.list.catalogue else { return }
        let entries = owner.list.meantEntries
        if entries.count <= Self.fewPhotos { return body(PhotoTarget.targets(of: entries, in: catalogue)) }
        DispatchQueue.global(qos: .userInitiated).async {
            let targets = PhotoTarget.targets(of: entries, in: catalogue)
            MainContext.shared.perform { body(targets) }
        }
    }

    /// The load of a photo that is looked at, and what the person has turned it by.
    func look(at target: PhotoTarget) -> (load: PhotoLoad?, turn: ExifOrientation, filter: FilterChoice) {
        let filter = owner.list.filterChoice(of: target.url)
        guard let photos = owner.photos, let record = photos.record, PhotoPresenter.url(of: record) == target.url
        else { return (nil, .topLeft, filter) }
        return (photos.current, photos.page.canvas.turn, filter)
    }

    // MARK: - Saying

    func say(_ text: String) { owner.toasts.say(text) }

    /// Says what went wrong, and offers to try again, if there is `again`.
    func fail(_ body: String, again: (@MainActor () -> Void)? = nil) {
        owner.window.sayFailure(body, act: again)
    }

    /// Gives up what is under way: the window closes.
    func close() {
        whole.cancel()
        rowMenu?.close()
    }
}

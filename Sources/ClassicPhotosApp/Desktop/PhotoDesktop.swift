import GtkBridge
import PhotoCore

/// Actions on a window's photos outside of it: copying, opening, printing, the trash. It creates the parts, and
/// connects commands to them.
@MainActor
final class PhotoDesktop {
    private let commands: WindowCommands
    private let meant: MeantPhotos
    private let whole: WholePhotos
    private let handover: PhotoHandover
    private let printing: PhotoPrinting
    private let wallpaper: WallpaperSetting
    private let videos: VideoHandover
    private let trash: PhotoTrash
    private let dragging: PhotoDragging
    private let rowMenu: RowMenu
    private let toasts: ToastOverlay

    init(of owner: PhotoWindow, _ photos: PhotoPresenter) {
        let (list, window, toasts) = (owner.list, owner.window, owner.toasts)
        commands = owner.commands
        self.toasts = toasts
        meant = MeantPhotos(list: list, photos: photos)
        whole = WholePhotos(of: meant, services: photos.loads.services, in: owner)
        handover = PhotoHandover(of: whole)
        printing = PhotoPrinting(of: whole)
        wallpaper = WallpaperSetting(of: whole, saving: owner.keeping)
        videos = VideoHandover(of: whole, saving: owner.keeping, photos)
        trash = PhotoTrash(in: list, and: photos, of: owner.opening, in: window, toasts)
        dragging = PhotoDragging(from: list, and: photos, toasts)
        rowMenu = RowMenu(of: list, over: photos.widget, commands)
        photos.onVideo = { [weak self] in self?.videos.play($0) }
        trash.onChange = { [weak self] in self?.update() }
        addCommands()
        toasts.onDrop { [weak owner] dropped in owner.map { Self.open(dropped, in: $0) } ?? false }
        update()
    }

    private func addCommands() {
        add(.copyPicture) { $0.handover.copyPicture($1[0]) }
        add(.copyAddress) { $0.handover.copyAddress($1[0]) }
        add(.openWith) { $0.handover.openWith($1) }
        add(.openAddress) { $0.handover.openAddress($1[0]) }
        add(.showInFiles) { $0.handover.showInFiles($1) }
        add(.print) { $0.printing.print($1[0]) }
        add(.setWallpaper) { $0.wallpaper.set($1[0]) }
        commands.add(.trash) { [weak self] in
            self?.meant.withTargets { [weak self] in self?.trash.throwAway($0, unread: $1) }
        }
        commands.add(.playVideo) { [weak self] in self?.videos.play() }
        commands.add(.undo) { [weak self] in self?.trash.bringBack() }
    }

    /// Adds `command` with the action `body` on the photos it applies to, if there are any. Says how many are left out.
    private func add(
        _ command: Command, _ body: @escaping @MainActor @Sendable (PhotoDesktop, [PhotoTarget]) -> Void
    ) {
        commands.add(command) { [weak self] in
            self?.meant.withTargets { [weak self] targets, unreadCount in
                guard let self else { return }
                if unreadCount > 0 { self.toasts.say(FindingText.leftOut(unreadCount)) }
                if !targets.isEmpty { body(self, targets) }
            }
        }
    }

    /// Updates which commands are available.
    func update() {
        var subject = meant.subject
        subject.canUndo = trash.canBringBack
        for need in Command.Need.allCases {
            if let isMet = need.isMet(by: subject) { commands.set(need, isMet: isMet) }
        }
    }

    func pageIsMade(_ page: PhotoPage) { dragging.add(to: page) }

    func rowsChanged() { trash.rowsChanged() }

    func close() {
        whole.cancel()
        rowMenu.close()
    }

    /// Opens a drop on a window; false if it contains nothing to open.
    private static func open(_ dropped: DroppedContent, in owner: PhotoWindow) -> Bool {
        let sources = DroppedSources.sources(in: dropped)
        guard let first = sources.first else {
            owner.toasts.say(DesktopText.nothingDropped)
            return false
        }
        owner.opening.open(first)
        if sources.count > 1 { owner.program.openMore(Array(sources.dropFirst())) }
        return true
    }
}

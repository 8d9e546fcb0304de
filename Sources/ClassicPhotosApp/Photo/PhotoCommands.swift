import GtkBridge
import PhotoCore

/// Has commands, keys and arrows do what they mean on a photo's page.
@MainActor
final class PhotoCommands {
    private let photos: PhotoPresenter
    private let commands: WindowCommands
    private let window: ApplicationWindow
    private var keys = KeyMap<Command>()
    /// The key that shows the original, while it is held. Known by its code: modifiers may change what it types.
    private var held: UInt32?

    init(_ commands: WindowCommands, of photos: PhotoPresenter, in window: ApplicationWindow) {
        self.photos = photos
        self.commands = commands
        self.window = window
        for command in Command.allCases { keys.add(command.keys(in: .page), command) }
        addToggles()
        addSteps()
        addViews()
    }

    private func addToggles() {
        commands.addToggle(.details) { [weak photos] in photos?.details.setPanel(isShown: $0) }
        commands.addToggle(.filters) { [weak photos] in photos?.filters?.setBar(isShown: $0) }
        commands.addToggle(.showOriginal) { [weak photos] in photos?.filters?.showOriginal($0) }
        commands.addToggle(.compare) { [weak photos] in photos?.filters?.setComparing($0) }
    }

    private func addSteps() {
        add(.back) { $0.goBack() }
        add(.next) { $0.step(1) }
        add(.previous) { $0.step(-1) }
        add(.fullscreen) { $0.stage.toggleFullscreen() }
        add(.detailsHere) { $0.details.showPopover(at: $0.page.canvas.viewport.middle) }
        add(.detailsThere) { $0.details.showPopoverOfMenu() }
        add(.photoMenu) { $0.details.showMenu(at: $0.page.canvas.viewport.middle) }
    }

    private func addViews() {
        addView(.zoomIn) { $0.zoomStep(isIn: true) }
        addView(.zoomOut) { $0.zoomStep(isIn: false) }
        addView(.zoomFit) { $0.zoom(to: $0.viewport.fittingScale) }
        addView(.zoomFill) { canvas in if !canvas.content.isEmpty { canvas.move { $0.fill() } } }
        addView(.zoomOriginal) { $0.zoom(to: 1) }
        addView(.zoomToggle) { $0.zoom(to: ZoomSteps.doubleClick(from: $0.motion.settled)) }
        addView(.turnRight) { $0.move { $0.turn(by: .clockwise) } }
        addView(.turnLeft) { $0.move { $0.turn(by: .counterclockwise) } }
        addView(.mirror) { $0.move { $0.turn(by: .mirrored) } }
        addView(.upsideDown) { $0.move { $0.turn(by: .upsideDown) } }
    }

    private func addView(_ command: Command, _ body: @escaping @MainActor (PhotoCanvas) -> Void) {
        add(command) { body($0.page.canvas) }
    }

    private func add(_ command: Command, _ body: @escaping @MainActor (PhotoPresenter) -> Void) {
        commands.add(command) { [weak photos] in
            if let photos, photos.isOpen { body(photos) }
        }
    }

    // MARK: - Keys

    /// Heeds the keys pressed on `page`, which is made after the commands.
    func listen(to page: PhotoPage) {
        page.widget.onKey { [weak self] in self?.pressed($0) ?? false }
        page.widget.onKeyReleased { [weak self] key in
            if key.code == self?.held { self?.release() }
        }
        // No more is heard of a key that is held once the keyboard is elsewhere.
        for change in ["is-active", "focus-widget"] {
            window.onNotify(change) { [weak self, weak window, weak page] in
                if window?.isActive != true || page?.widget.hasFocus != true { self?.release() }
            }
        }
    }

    private func pressed(_ key: KeyPress) -> Bool {
        guard photos.isOpen else { return false }
        if photos.slideshow?.pressed(key) == true { return true }
        if let command = keys.value(for: key) {
            if command == .showOriginal { hold(key) } else { commands.perform(command) }
            return true
        }
        guard let way = Self.arrow(key.plainName) else { return false }
        move(way)
        return true
    }

    private func hold(_ key: KeyPress) {
        // A key that is held repeats.
        guard held != key.code else { return }
        held = key.code
        commands[.showOriginal]?.isOn = true
    }

    private func release() {
        guard held != nil else { return }
        held = nil
        commands[.showOriginal]?.isOn = false
    }

    private static func arrow(_ name: String?) -> ViewOffset? {
        switch name {
        case "Left", "KP_Left": ViewOffset(dx: -1, dy: 0)
        case "Right", "KP_Right": ViewOffset(dx: 1, dy: 0)
        case "Up", "KP_Up": ViewOffset(dx: 0, dy: -1)
        case "Down", "KP_Down": ViewOffset(dx: 0, dy: 1)
        default: nil
        }
    }

    /// An arrow moves a photo that is larger than the view, and leads to the next one otherwise.
    private func move(_ way: ViewOffset) {
        let canvas = photos.page.canvas
        if canvas.motion.settled.canPan {
            let view = canvas.viewport.view
            let offset = ViewOffset(dx: -way.dx * view.width / 10, dy: -way.dy * view.height / 10)
            canvas.move { $0.pan(by: offset) }
        } else {
            photos.step(Int((photos.page.widget.isRightToLeft ? -way.dx : way.dx) + way.dy))
        }
    }
}

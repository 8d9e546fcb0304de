import Foundation
import GLibBridge
import GtkBridge

/// Switches between the list's page and the photo's, which grows from a row and shrinks into it; and fills the screen.
@MainActor
final class PhotoStage {
    /// A list is at rest for so long before the page is made ahead of its first use: people look before they open one.
    private static let idleMilliseconds = 700

    /// The list's page and the photo's, and above both what grows from one into the other.
    let widget: Overlay
    var onMade: (@MainActor (PhotoPage) -> Void)?
    private let window: ApplicationWindow
    private let content: Widget
    private let stack = Stack()
    private let isIdle: @MainActor () -> Bool
    private var made: (page: PhotoPage, transition: PhotoTransition)?
    /// The page before it is in its place, which is as much work again.
    private var unplaced: PhotoPage?
    private var timer: MainTimer?
    /// Whether the page had the window fill the screen, which ends with it.
    private var fillsScreen = false

    /// Shows `content`, the list's page. `isIdle` answers whether there is time to make the photo's.
    init(in window: ApplicationWindow, content: Widget, isIdle: @escaping @MainActor () -> Bool) {
        self.window = window
        self.content = content
        self.isIdle = isIdle
        stack.add(content, name: "list")
        widget = Overlay(child: stack)
        content.onMap { [weak self] in self?.makeWhenIdle() }
    }

    // MARK: - The page

    /// Made when it is first needed, or when there is nothing else to do: a new window does not wait for it.
    var page: PhotoPage { pageIfMade ?? make() }
    /// The page, once it was needed.
    var pageIfMade: PhotoPage? { made?.page }

    /// Its widgets take as long as a frame to make: they are made in one turn of the main loop, and placed in another.
    private func makeWhenIdle() {
        guard made == nil else { return }
        timer = MainTimer(after: Self.idleMilliseconds) { [weak self] in
            guard let self, made == nil else { return }
            guard isIdle() else { return makeWhenIdle() }
            if unplaced == nil { unplaced = PhotoPage() } else { _ = make() }
            makeWhenIdle()
        }
    }

    private func make() -> PhotoPage {
        let page = unplaced ?? PhotoPage()
        unplaced = nil
        let transition = PhotoTransition(page.canvas)
        made = (page, transition)
        timer = nil
        stack.add(page.widget, name: "photo")
        onMade?(page)
        if content.width > 0 { page.headerFit.fit(to: content.width) }
        widget.add(transition.widget)
        return page
    }

    // MARK: - Coming and going

    /// Shows the photo's page; it grows from `row`, a place of the widget, if that is on screen.
    func showPage(from row: Frame?) {
        let image = WidgetImage(of: content)
        stack.visibleChild = "photo"
        page.canvas.widget.grabFocus()
        if Style.hasAnimations, let row { made?.transition.grow(from: row, over: image) }
    }

    /// Shows the list's page; answers where the photo was, in points of the widget.
    func showList() -> CGRect {
        endTransition()
        leaveFullscreen()
        let frame = made?.transition.openFrame ?? .zero
        stack.visibleChild = "list"
        return frame
    }

    /// The photo shrinks from `frame` into `row`, if that is on screen; `done` is called after it.
    func shrink(from frame: CGRect, to row: Frame?, done: @escaping @MainActor () -> Void) {
        guard Style.hasAnimations, let row, let transition = made?.transition else { return done() }
        transition.shrink(from: frame, to: row, ended: done)
    }

    /// Ends at once what grows or shrinks.
    func endTransition() { made?.transition.stop() }

    // MARK: - Fullscreen

    /// Whether the window fills the screen by the page's doing.
    var isFullscreen: Bool { fillsScreen && window.isFullscreen }

    func toggleFullscreen() { window.isFullscreen ? setFullscreen(false) : enterFullscreen() }

    /// Has the window fill the screen; where it did before, it still does after the page.
    func enterFullscreen() { if !window.isFullscreen { setFullscreen(true) } }

    /// Has the window be as it was before the page.
    func leaveFullscreen() {
        if isFullscreen { window.isFullscreen = false }
        fillsScreen = false
    }

    private func setFullscreen(_ isFullscreen: Bool) {
        fillsScreen = isFullscreen
        window.isFullscreen = isFullscreen
    }
}

import GLibBridge
import GtkBridge
import PhotoCore

/// Has the desktop say what was saved while the person did not look at the window, until the window has the focus.
@MainActor
final class SaveNotices {
    /// The application's actions: they take the number of a notice, and the address of a file.
    static let windowAction = "show-window-of-save"
    static let filesAction = "show-saved-file"

    private let application: Application
    private let window: ApplicationWindow
    private var ends = UnseenEnds()
    private var rests: [Int: MainTimer] = [:]
    /// Of all windows.
    private static var count = 0

    /// Longer than a desktop takes to give the focus back to the window after a dialog, in which a save begins.
    private static let restMilliseconds = 1000

    init(of window: ApplicationWindow, _ application: Application) {
        (self.window, self.application) = (window, application)
        window.onNotify("is-active") { [weak self] in if self?.window.isActive == true { self?.withdraw() } }
    }

    /// A save or an export has ended, and `file` is the last one that was written, if any. `text` says so.
    func ended(_ text: String, file: FilePath?) {
        Self.count += 1
        let number = Self.count
        guard ends.ended(number, isSeen: window.isInUse) else { return }
        rests[number] = MainTimer(after: Self.restMilliseconds) { [weak self] in self?.rested(number, text, file) }
    }

    private func rested(_ number: Int, _ text: String, _ file: FilePath?) {
        rests[number] = nil
        guard ends.rested(number, isSeen: window.isInUse) else { return }
        let files = file.map { file in
            (
                label: Command.showInFiles.title,
                response: DesktopNotification.Response("app.\(Self.filesAction)", file.url().absoluteString)
            )
        }
        application.show(
            DesktopNotification(
                text, pressed: .init("app.\(Self.windowAction)", "\(number)"), buttons: files.map { [$0] } ?? []),
            id: Self.id(number))
    }

    /// Whether the desktop shows the notice with this number.
    func shows(_ number: Int) -> Bool { ends.isSaid(number) }

    /// The person sees the window, or closes it.
    func withdraw() {
        rests = [:]
        for number in ends.seen() { application.withdrawNotification(id: Self.id(number)) }
    }

    private static func id(_ number: Int) -> String { "saved-\(number)" }
}

import Foundation
import GLibBridge
import GtkBridge
import PhotoCore

/// Waits until every row on screen is filtered or failed, writes the window as a PNG, prints the rows, and ends.
@MainActor
final class ScreenshotSession {
    /// Rows that are unfinished after a minute are reported as missing.
    static let timeoutMilliseconds = 60_000
    /// The polling interval: short enough to cause no delay.
    private static let pollMilliseconds = 50

    private let window: PhotoWindow
    private let path: FilePath
    private let ended: @MainActor (_ exitStatus: Int32) -> Void
    private let start = MonotonicClock.milliseconds
    private var timer: MainTimer?
    private var afterPaint: FrameRequest?

    /// Calls `ended` with 0 after writing the picture, 1 if something is missing.
    init(of window: PhotoWindow, to path: FilePath, ended: @escaping @MainActor (Int32) -> Void) {
        self.window = window
        self.path = path
        self.ended = ended
        Style.disableAnimations()
        RowStyle.removeWindowFrame()
        afterPaint = FrameRequest(of: window.window, .painted) { [weak self] in self?.capture() }
        check()
    }

    private func check() {
        if let failure = window.opening.failure { return fail("Oops! \(failure)") }
        if isComplete, MonotonicClock.milliseconds - start <= Self.timeoutMilliseconds {
            // The next frame draws the last change.
            afterPaint?.request()
        } else if MonotonicClock.milliseconds - start > Self.timeoutMilliseconds {
            fail(missing)
        } else {
            checkLater()
        }
    }

    private func checkLater() {
        timer = MainTimer(after: Self.pollMilliseconds) { [weak self] in self?.check() }
    }

    private var isComplete: Bool {
        guard window.window.isMapped, !window.opening.isLoading else { return false }
        guard window.stage.showsList else { return true }
        guard let records = window.list.settledRecordsOnScreen, !records.isEmpty else { return false }
        return records.allSatisfy(\.state.isFinal)
    }

    private func capture() {
        // Not painted yet, or changed since: the next check decides.
        guard isComplete, let picture = window.window.screenshot() else { return checkLater() }
        guard path.withCString({ picture.savePNG(to: $0) }) else { return fail(localized("Cannot write “\(path)”.")) }
        for record in window.stage.showsList ? window.list.settledRecordsOnScreen ?? [] : [] {
            let text = RowText(record)
            // One line per row, whatever the name contains.
            print([record.name, text.state, text.reason].map { Self.onOneLine($0) }.joined(separator: "\t"))
        }
        ended(0)
    }

    private static func onOneLine(_ text: String) -> String {
        text.split(whereSeparator: { $0.isNewline || $0 == "\t" }).joined(separator: " ")
    }

    private var missing: String {
        let seconds = Self.timeoutMilliseconds / 1000
        if window.opening.isLoading { return localized("The catalogue did not arrive within \(seconds) seconds.") }
        guard window.list.settledRecordsOnScreen != nil else {
            return localized("The list was not laid out within \(seconds) seconds.")
        }
        let unfinished = (window.list.settledRecordsOnScreen ?? []).filter { !$0.state.isFinal }
        let names = unfinished.map { RowText($0).accessible }
        return localized("Not complete within \(seconds) seconds. Missing:") + "\n" + names.joined(separator: "\n")
    }

    private func fail(_ reason: String) {
        StandardError.say("\(reason)")
        ended(1)
    }
}

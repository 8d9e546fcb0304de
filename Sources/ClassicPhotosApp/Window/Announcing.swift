import GLibBridge
import GtkBridge
import PhotoCore

/// Says aloud what changes in a window, a moment after the last change.
@MainActor
final class Announcing {
    /// Longer than the steps of what goes on by itself, shorter than a person waits for an answer.
    private static let restMilliseconds = 400

    private let announcer = Announcer()
    private var announcements = Announcements()
    private var rest: MainTimer?

    var widget: Widget { announcer.widget }

    func listen(to header: ListHeader, _ layouts: ListLayouts) {
        header.said = { [weak self] in self?.say($0, about: .list) }
        layouts.onFocusedRow = { [weak self] in self?.say($0, about: .row) }
    }

    func say(_ text: String, about subject: Announcements.Subject) {
        announcements.add(text, about: subject)
        rest = announcements.isWaiting ? MainTimer(after: Self.restMilliseconds) { [weak self] in self?.sayAll() } : nil
    }

    private func sayAll() {
        let texts = announcements.take()
        if !texts.isEmpty { announcer.announce(texts.joined(separator: localized(", ", context: "between parts"))) }
    }
}

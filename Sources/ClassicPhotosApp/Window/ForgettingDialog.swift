import GtkBridge
import PhotoCore

/// Asks for which servers names and passwords are forgotten; all are chosen at first.
///
/// The caller retains it until the answer: GTK's objects hold no reference to it.
@MainActor
final class ForgettingDialog {
    /// More scroll.
    private static let mostAtOnce = 6
    /// The height of a line, in points.
    private static let lineHeight = 34

    private let dialog: MessageDialog
    private let lines: [(server: WebServer, box: CheckButton)]

    /// A dialog for at least one server.
    init(_ servers: Set<WebServer>, parent: ApplicationWindow) {
        lines = servers.sorted { ($0.host, $0.port) < ($1.host, $1.port) }.map {
            ($0, CheckButton(PrivacyText.server($0)))
        }
        dialog = MessageDialog(
            parent: parent, heading: PrivacyText.forgettingHeading,
            body: PrivacyText.forgetting(lines.map { PrivacyText.server($0.server) }))
        dialog.addDestructiveResponses(localized("_Forget"), cancel: DialogLabel.cancel)
        guard lines.count > 1 else { return }
        let content = Box(.vertical, spacing: 8)
        for line in lines {
            line.box.isOn = true
            line.box.onToggled { [weak self] in self?.check() }
            content.append(line.box)
        }
        if lines.count > Self.mostAtOnce {
            let room = ScrolledWindow(child: content)
            room.setSizeRequest(width: -1, height: Self.mostAtOnce * Self.lineHeight)
            dialog.setExtraChild(room)
        } else {
            dialog.setExtraChild(content)
        }
    }

    /// Shows it; calls `answered` with the servers, none if the person cancels.
    func present(_ answered: @escaping @MainActor (Set<WebServer>) -> Void) {
        dialog.present { [weak self] in answered($0 == "act" ? self?.chosen ?? [] : []) }
    }

    private var chosen: Set<WebServer> {
        Set((lines.count == 1 ? lines : lines.filter(\.box.isOn)).map(\.server))
    }

    private func check() { dialog.setEnabled("act", !chosen.isEmpty) }
}

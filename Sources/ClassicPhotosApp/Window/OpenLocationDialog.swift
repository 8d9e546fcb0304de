import Foundation
import GtkBridge
import PhotoCore

/// Asks for the address of a catalogue; rejects invalid ones while typing.
///
/// The window retains it until the answer: GTK's objects hold no reference to it.
@MainActor
final class OpenLocationDialog {
    private let dialog: MessageDialog
    private let entry: Entry
    private let reason = Label()

    /// For any location, or for a server's library.
    init(parent: ApplicationWindow, isForLibrary: Bool = false) {
        entry = Entry(
            placeholder: isForLibrary ? "https://photos.example.org" : "https://example.org/photos.plist", isURL: true)
        dialog = MessageDialog(
            parent: parent, heading: isForLibrary ? localized("Open Library") : localized("Open Location"),
            body: isForLibrary
                ? localized(
                    "Enter the address of a server with your photos: Immich, PhotoPrism, Nextcloud, Piwigo, a WebDAV "
                        + "folder or an S3 bucket")
                : localized("Enter the address of a catalogue, file or folder"),
            accept: localized("_Open"), cancel: DialogLabel.cancel)
        dialog.setEnabled("accept", false)

        entry.setAccessibleLabel(localized("Address"))
        reason.addClass("caption", "error")
        reason.wrap(lines: 2)
        // A caption's line is 17 points high at the default font size: reserves space for a reason.
        reason.setSizeRequest(width: -1, height: 34)
        dialog.setExtraChild(Box(.vertical, spacing: 6, entry, reason))
        entry.onChanged { [weak self] in self?.check() }
    }

    /// Shows it; calls `answered` with the typed text, a valid location, or nil.
    func present(_ answered: @escaping @MainActor (String?) -> Void) {
        dialog.present { [weak self] answer in
            guard let self, answer == "accept", case .success = TypedLocation.check(entry.text) else {
                return answered(nil)
            }
            answered(entry.text)
        }
        entry.grabFocus()
    }

    private func check() {
        let text = entry.text
        switch TypedLocation.check(text) {
        case .success:
            dialog.setEnabled("accept", true)
            show(reason: "")
        case .failure(let failure):
            dialog.setEnabled("accept", false)
            show(reason: text.allSatisfy(\.isWhitespace) ? "" : failure.description)
        }
    }

    private func show(reason text: String) {
        entry.setClass("error", !text.isEmpty)
        reason.text = text
        reason.setTooltip(text.isEmpty ? nil : text)
    }
}

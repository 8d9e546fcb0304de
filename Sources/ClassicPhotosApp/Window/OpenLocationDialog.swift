import Foundation
import GtkBridge
import PhotoCore

/// Asks for the address of a catalogue; refuses what is none as it is typed.
@MainActor
enum OpenLocationDialog {
    static func present(parent: ApplicationWindow, _ open: @escaping @MainActor (URL) -> Void) {
        let dialog = MessageDialog(
            parent: parent, heading: "Open Location", body: "The address of a catalogue, or a file’s path")
        dialog.addResponse("cancel", label: "_Cancel")
        dialog.addResponse("open", label: "_Open", isSuggested: true)
        dialog.setResponses(default: "open", close: "cancel")
        dialog.setEnabled("open", false)

        let entry = Entry(placeholder: "https://example.org/photos.plist")
        entry.setAccessibleLabel("Address")
        let reason = Label()
        reason.addClass("caption")
        reason.addClass("error")
        reason.wrap(lines: 2)
        let content = Box(.vertical, spacing: 6)
        content.append(entry)
        content.append(reason)
        dialog.setExtraChild(content)

        // Strong: dialog and entry live as long as the dialog's GtkWindow, whose end disconnects both closures.
        entry.onChanged { [unowned entry] in
            let text = entry.text
            switch TypedLocation.parse(text) {
            case .success:
                dialog.setEnabled("open", true)
                entry.removeClass("error")
                reason.text = ""
            case .failure(let failure):
                dialog.setEnabled("open", false)
                let isEmpty = text.allSatisfy(\.isWhitespace)
                if isEmpty { entry.removeClass("error") } else { entry.addClass("error") }
                reason.text = isEmpty ? "" : failure.description
            }
            reason.setTooltip(reason.text.isEmpty ? nil : reason.text)
        }
        dialog.present { [entry] answer in
            if answer == "open", case .success(let url) = TypedLocation.parse(entry.text) { open(url) }
        }
        entry.grabFocus()
    }
}

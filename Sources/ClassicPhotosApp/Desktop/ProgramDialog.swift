import GtkBridge

/// Asks for a program that opens a type of file. GTK's own dialog exposes none of its programs to screen readers.
@MainActor
final class ProgramDialog {
    /// More scroll.
    private static let mostAtOnce = 6
    /// The height of a button and the space below it, in points, for text of the usual size.
    private static let rowHeight = 42.0

    private let dialog: MessageDialog
    private var chosen: DesktopProgram?
    private let first: Button?

    /// A dialog for `parent`; `programs` in the order offered, the default first.
    init(parent: ApplicationWindow, heading: String, programs: [DesktopProgram]) {
        dialog = MessageDialog(parent: parent, heading: heading, body: programs.isEmpty ? DesktopText.noProgram : "")
        let box = Box(.vertical, spacing: 6)
        let buttons = programs.map { program in
            let button = Button(program.name.replacing("_", with: "__"))
            button.setAccessibleLabel(program.name)
            button.wrapText()
            box.append(button)
            return button
        }
        first = buttons.first
        dialog.addResponse("cancel", label: DialogLabel.cancel)
        dialog.setResponses(default: "cancel", close: "cancel")
        for (button, program) in zip(buttons, programs) {
            button.onClicked { [weak self] in
                self?.chosen = program
                self?.dialog.answer(Self.open)
            }
        }
        guard !programs.isEmpty else { return }
        let room = ScrolledWindow(child: box)
        let rows = Double(min(programs.count, Self.mostAtOnce))
        room.setSizeRequest(width: -1, height: Int(rows * Self.rowHeight * max(1, min(Style.textScale, 3))))
        room.setAccessibleLabel(heading)
        dialog.setExtraChild(room)
    }

    private static let open = "open"

    /// Shows it; calls `body` with the program, or nil. Retain the dialog until then.
    func present(_ body: @escaping @MainActor (DesktopProgram?) -> Void) {
        dialog.present { [weak self] answer in body(answer == Self.open ? self?.chosen : nil) }
        first?.grabFocus()
    }
}

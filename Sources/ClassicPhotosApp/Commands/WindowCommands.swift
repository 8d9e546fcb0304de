import GtkBridge

/// What the commands do in one window, and which of them can be used now.
@MainActor
final class WindowCommands {
    private let window: ApplicationWindow
    private var actions: [Command: Action] = [:]
    private var dependents: [Command.Need: [Action]] = [:]
    private var met: [Command.Need: Bool] = [:]

    /// Does nothing yet.
    init(of window: ApplicationWindow) { self.window = window }

    /// Has `command` do `body`.
    func add(_ command: Command, _ body: @escaping @MainActor () -> Void) {
        keep(window.addAction(command.rawValue, body), of: command)
    }

    /// The same of a command that is on or off, off at first; `body` gets which.
    func addToggle(_ command: Command, _ body: @escaping @MainActor (Bool) -> Void) {
        keep(window.addToggle(command.rawValue, body), of: command)
    }

    /// The same of a command that is a choice; `body` gets the new one.
    func add(_ command: Command, choosing initial: String, _ body: @escaping @MainActor (String) -> Void) {
        keep(window.addAction(command.rawValue, choosing: initial, body), of: command)
    }

    private func keep(_ action: Action, of command: Command) {
        actions[command] = action
        dependents[command.need, default: []].append(action)
        if let isMet = met[command.need] { action.isEnabled = isMet }
    }

    /// What GTK knows of `command`; nil before it was added.
    subscript(_ command: Command) -> Action? { actions[command] }

    /// Does what `command` does, if that is possible now.
    func perform(_ command: Command) { window.activate(command.rawValue) }

    /// Says whether what needs this can be used. What cannot is grey in menus.
    func set(_ need: Command.Need, isMet: Bool) {
        met[need] = isMet
        for action in dependents[need] ?? [] { action.isEnabled = isMet }
    }
}

extension Widget {
    /// Heeds the keys of all commands that have some in `place`, while the focus is in this widget.
    func addKeys(of place: Command.Place) {
        for command in Command.allCases {
            for key in command.keys(in: place) { addKeys(key, action: command.action) }
        }
    }
}

extension ToastOverlay {
    /// Says `text` for `seconds`, with a button for `command`.
    func say(_ text: String, button command: Command, seconds: Int) {
        say(text, button: command.title, action: command.action, seconds: seconds)
    }
}

extension Button {
    /// A button with an icon that does what `command` does; `label` is what it is called, if not as the command is.
    convenience init(icon: String, _ command: Command, label: String? = nil) {
        self.init(icon: icon, label: label ?? command.title)
        setAction(command.action)
    }
}

extension ToggleButton {
    /// A button with an icon that is down while `command` is on, and switches it.
    convenience init(icon: String, _ command: Command) {
        self.init(icon: icon, label: command.title)
        setAction(command.action)
    }
}

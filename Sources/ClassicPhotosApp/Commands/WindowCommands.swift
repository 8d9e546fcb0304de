import GtkBridge

/// The actions of one window's commands, and their availability.
@MainActor
final class WindowCommands {
    private let window: ApplicationWindow
    private var actions: [Command: Action] = [:]
    private var dependents: [Command.Need: [Action]] = [:]
    private var met: [Command.Need: Bool] = [:]

    init(of window: ApplicationWindow) { self.window = window }

    func add(_ command: Command, _ body: @escaping @MainActor () -> Void) {
        keep(window.addAction(command.rawValue, body), of: command)
    }

    /// The same for an on/off command, initially off; calls `body` with the new state.
    func addToggle(_ command: Command, _ body: @escaping @MainActor (Bool) -> Void) {
        keep(window.addToggle(command.rawValue, body), of: command)
    }

    /// The same for a choice; calls `body` with the new one.
    func add(_ command: Command, choosing initial: String, _ body: @escaping @MainActor (String) -> Void) {
        keep(window.addAction(command.rawValue, choosing: initial, body), of: command)
    }

    private func keep(_ action: Action, of command: Command) {
        actions[command] = action
        dependents[command.need, default: []].append(action)
        if let isMet = met[command.need] { action.isEnabled = isMet }
    }

    /// GTK's action of `command`; nil before it was added.
    subscript(_ command: Command) -> Action? { actions[command] }

    func perform(_ command: Command) { window.activate(command.rawValue) }

    /// Sets whether commands with this need are available. Menus grey out the others.
    func set(_ need: Command.Need, isMet: Bool) {
        met[need] = isMet
        for action in dependents[need] ?? [] { action.isEnabled = isMet }
    }
}

extension Widget {
    /// Handles the keys of all commands with the scope `place` while the focus is in this widget.
    func addKeys(of place: Command.Place) {
        for command in Command.allCases {
            for key in command.keys(in: place) { addKeys(key, action: command.action) }
        }
    }
}

extension ToastOverlay {
    func say(_ text: String, button command: Command, seconds: Int) {
        say(text, button: command.title, action: command.action, seconds: seconds)
    }
}

extension Button {
    /// An icon button for `command`; `label` replaces the command's name.
    convenience init(icon: String, _ command: Command, label: String? = nil) {
        self.init(icon: icon, label: label ?? command.title)
        setAction(command.action)
    }
}

extension ToggleButton {
    /// An icon toggle button for the state of `command`.
    convenience init(icon: String, _ command: Command) {
        self.init(icon: icon, label: command.title)
        setAction(command.action)
    }
}

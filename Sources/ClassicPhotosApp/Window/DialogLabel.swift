import PhotoCore

/// Labels that several dialogs share.
enum DialogLabel {
    static var cancel: String { localized("_Cancel") }
}

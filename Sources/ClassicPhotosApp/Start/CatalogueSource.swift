import Foundation
import PhotoCore

/// What can be opened: a catalogue somewhere, or the demo.
enum CatalogueSource: Equatable {
    case url(URL)
    case demo(count: Int)

    /// What a command line's word, or the settings' note of last time, stands for; relative paths are taken from `folder`.
    ///
    /// Throws the sentence that says what is wrong with it.
    init(_ text: String, in folder: String) throws(Arguments.Invalid) {
        if let count = text.wholeMatch(of: /demo:([0-9]{1,7})/).flatMap({ Int($0.output.1) }) {
            guard Arguments.demoCounts.contains(count) else { throw Arguments.Invalid(description: "No such demo") }
            self = .demo(count: count)
        } else if text.contains("://") || text.lowercased().hasPrefix("file:") {
            switch TypedLocation.parse(text) {
            case .success(let url): self = .url(url)
            case .failure(let failure): throw Arguments.Invalid(description: failure.description)
            }
        } else {
            guard !text.isEmpty else { throw Arguments.Invalid(description: "The name of a catalogue is empty.") }
            let folder = URL(fileURLWithPath: folder, isDirectory: true)
            self = .url(URL(fileURLWithPath: text, relativeTo: folder).absoluteURL.standardizedFileURL)
        }
    }

    /// The text that stands for it in the settings.
    var text: String {
        switch self {
        case .url(let url): url.absoluteString
        case .demo(let count): "demo:\(count)"
        }
    }

    /// What the window is called.
    var title: String {
        switch self {
        case .demo: "Demo"
        case .url(let url):
            url.lastPathComponent.isEmpty || url.lastPathComponent == "/"
                ? (url.host ?? url.absoluteString) : url.lastPathComponent
        }
    }
}

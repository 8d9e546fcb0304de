import Foundation

/// What can be opened: a catalogue somewhere, or the demo.
enum CatalogueSource: Equatable {
    case url(URL)
    case demo(count: Int)

    /// What a command line's word, or the settings' note of last time, stands for; relative paths are taken from `folder`.
    init?(_ text: String, in folder: String) {
        if let count = text.wholeMatch(of: /demo:([0-9]{1,7})/).flatMap({ Int($0.output.1) }) {
            guard Arguments.demoCounts.contains(count) else { return nil }
            self = .demo(count: count)
        } else if text.contains("://") || text.lowercased().hasPrefix("file:") {
            guard let url = URL(string: text), let scheme = url.scheme?.lowercased() else { return nil }
            let isWeb = ["http", "https"].contains(scheme) && url.host?.isEmpty == false
            guard isWeb || (scheme == "file" && !url.path.isEmpty) else { return nil }
            self = .url(url)
        } else {
            guard !text.isEmpty else { return nil }
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

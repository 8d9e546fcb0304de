import Foundation
import GtkBridge
import PhotoCore
import PhotoServices

/// The manual that is installed with the program: in the form of the desktop's help viewer, and as a page for browsers.
struct Manual: Equatable {
    /// The addresses to try, the best first; none if no manual is installed.
    let addresses: [String]

    /// Looks for the manual of the program in `own`, its share folder, and in the desktop's `shared` folders. The help
    /// viewer searches only those, and not those of a sandbox, which is around the program if `isSandboxed`.
    ///
    /// The help viewer finds the language by itself. The page for browsers is in the first of the reader's `languages`
    /// in which there is one, otherwise in English.
    init(
        own: String, shared: [String], languages: [String] = [], isSandboxed: Bool = false,
        exists: (_ path: String) -> Bool
    ) {
        let help = !isSandboxed && shared.contains { exists($0 + "/help/C/classic-photos/index.page") }
        let pages = ([own] + shared).flatMap { folder in
            (languages + ["en"]).map { "\(folder)/classic-photos/manual/\($0).html" }
        }
        let page = pages.first(where: exists)
        addresses =
            (help ? ["help:classic-photos"] : []) + (page.map { [URL(fileURLWithPath: $0).absoluteString] } ?? [])
    }

    /// The installed one.
    static var installed: Manual {
        let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let own = URL(fileURLWithPath: program).deletingLastPathComponent().appendingPathComponent("../share")
        let named = ProcessInfo.processInfo.environment["XDG_DATA_DIRS"] ?? ""
        // The default of the XDG Base Directory Specification.
        let shared = (named.isEmpty ? "/usr/local/share:/usr/share" : named).split(separator: ":").map(String.init)
        return Manual(
            own: own.standardizedFileURL.path, shared: shared, languages: GettextTranslator.languages,
            isSandboxed: Sandbox.isAround
        ) {
            FileManager.default.fileExists(atPath: $0)
        }
    }

    /// Opens it in the first program that can, and says if there is none.
    @MainActor
    static func open(in window: Widget, _ toasts: ToastOverlay) {
        let manual = installed
        if manual.addresses.isEmpty { return toasts.say(localized("The manual is not installed")) }
        open(manual.addresses[...], in: window, toasts)
    }

    @MainActor
    private static func open(_ addresses: ArraySlice<String>, in window: Widget, _ toasts: ToastOverlay) {
        guard let first = addresses.first else {
            return toasts.say(localized("No program is installed that shows the manual"))
        }
        Launching.open(first, from: window) { [weak window, weak toasts] failure in
            guard failure != nil, let window, let toasts else { return }
            open(addresses.dropFirst(), in: window, toasts)
        }
    }
}

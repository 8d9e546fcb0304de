import Foundation

/// The address of a folder on another computer, as it is typed. A question mark and a number sign belong to names:
/// folders have no queries. `#recursive` at its end includes subfolders.
struct TypedFolder {
    /// The address, without `#recursive`.
    let url: URL
    let isRecursive: Bool
    /// The text for messages, without a password.
    let shown: String

    static let fragment = "recursive"

    /// Fails if the text is no URL.
    static func parse(_ text: String) -> Result<TypedFolder, LocationFailure> {
        let isRecursive = text.hasSuffix("#" + fragment)
        let path = (isRecursive ? text.dropLast(fragment.count + 1) : text[...])
            .replacing("?", with: "%3F").replacing("#", with: "%23")
        let shown = URLText.withoutPassword(String(path))
        guard let url = URL(string: URLText.encodedAsLink(String(path))) else { return .failure(.notAURL(text: shown)) }
        return .success(TypedFolder(url: url, isRecursive: isRecursive, shown: shown))
    }
}

import Foundation

/// Names of saved photos' files. Pure decisions.
package enum SavedName {
    /// The limit of every file system, in bytes.
    static let longest = 255
    /// No picture's extension is longer, in characters.
    private static let longestEnding = 8
    /// One character may have any number of bytes.
    private static let longestEndingBytes = 32

    /// `name` as a valid file name: without slashes, fit to be shown, and not too long. It does not begin with a dot,
    /// which hides files, or with a dash, which programs take for an option. If nothing is left, `other`.
    package static func clean(_ name: String, orElse other: String = localized("Photo")) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            switch ShownText.kind(of: scalar) {
            case .direction: break
            case .lineEnd, .control: scalars.append("-")
            case nil: scalars.append(scalar == "/" ? "-" : scalar)
            }
        }
        // Not by characters: a dot with an accent is one, and hides a file as well.
        let start = scalars.drop { $0 == "." || $0 == "-" || $0.properties.isWhitespace }
        var name = String(Substring(start))
        while let last = name.last, last.isWhitespace { name.removeLast() }
        let (stem, ending) = parts(name.isEmpty ? other : name)
        return fitted(stem, ending)
    }

    /// `name` with another extension, such as "jpg".
    static func name(_ name: String, endingIn ending: String) -> String {
        let (stem, own) = parts(name)
        if own.lowercased() == ".\(ending)" { return fitted(stem, own) }
        // The text after the last dot is an extension only if pictures have it.
        let isEnding = EncodedPicture.Format.endings.contains(own.dropFirst().lowercased())
        return fitted(isEnding ? stem : name, ".\(ending)")
    }

    /// `name` with this extension appended, such as "jpg".
    package static func name(_ name: String, followedBy ending: String) -> String { fitted(name, ".\(ending)") }

    /// The two parts of all names that replace a taken `name`, with room for a number between them.
    static func series(of name: String) -> (stem: String, ending: String) {
        let (stem, ending) = parts(name)
        return (cut(stem, to: longest - longestNumber - ending.utf8.count), ending)
    }

    /// " (123456789)", in bytes.
    private static let longestNumber = 12

    /// The part before the extension, and the extension with its dot.
    private static func parts(_ name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (name, "") }
        let ending = name[dot...]
        return ending.count > longestEnding || ending.utf8.count > longestEndingBytes || ending.contains(" ")
            ? (name, "") : (String(name[..<dot]), String(ending))
    }

    private static func fitted(_ stem: String, _ ending: String) -> String {
        cut(stem, to: longest - ending.utf8.count) + ending
    }

    /// The first characters of `text` within this many bytes; if even the first has more, its first code points.
    private static func cut(_ text: String, to byteCount: Int) -> String {
        guard text.utf8.count > byteCount else { return text }
        var (characters, bytes) = ("", 0)
        for character in text {
            bytes += character.utf8.count
            if bytes > byteCount { break }
            characters.append(character)
        }
        if !characters.isEmpty { return characters }
        var scalars = String.UnicodeScalarView()
        bytes = 0
        for scalar in text.unicodeScalars {
            bytes += UTF8.width(scalar)
            if bytes > byteCount { break }
            scalars.append(scalar)
        }
        return String(scalars)
    }
}

extension EncodedPicture.Format {
    /// The extensions of pictures.
    static let endings: Set<String> = [
        "jpg", "jpeg", "jpe", "jfif", "png", "gif", "webp", "bmp", "tif", "tiff", "avif", "heif", "heic", "hif", "svg",
        "svgz",
    ]
}

import Foundation

/// Names of files that photos are kept in. Pure decisions.
public enum KeptName {
    /// What every file system takes, in bytes.
    static let longest = 255
    /// No ending of a picture's file is longer, in characters.
    private static let longestEnding = 8

    /// `name` as a file can be called: in one folder, not hidden, of a length that file systems take.
    public static func clean(_ name: String) -> String {
        var name = String(
            name.unicodeScalars.map { $0.value < 0x20 || $0 == "/" || $0.value == 0x7F ? "-" : Character($0) })
        while let first = name.first, first == "." || first.isWhitespace { name.removeFirst() }
        while let last = name.last, last.isWhitespace { name.removeLast() }
        let (stem, ending) = parts(name.isEmpty ? "Photo" : name)
        return fitted(stem, ending)
    }

    /// `name` with another ending, such as "jpg".
    public static func name(_ name: String, endingIn ending: String) -> String {
        let (stem, own) = parts(name)
        if own.lowercased() == ".\(ending)" { return name }
        // What follows the last dot is an ending only where pictures' files have it.
        let isEnding = EncodedPicture.Format.endings.contains(own.dropFirst().lowercased())
        return fitted(isEnding ? stem : name, ".\(ending)")
    }

    /// `name`, or the first of "name (2)", "name (3)" … that is not taken.
    public static func unique(_ name: String, isTaken: (String) -> Bool) -> String {
        guard isTaken(name) else { return name }
        let (stem, ending) = parts(name)
        var number = 2
        while true {
            let next = fitted(stem, " (\(number))\(ending)")
            if !isTaken(next) { return next }
            number += 1
        }
    }

    /// What comes before the ending, and the ending with its dot.
    private static func parts(_ name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (name, "") }
        let ending = name[dot...]
        return ending.count > longestEnding || ending.contains(" ")
            ? (name, "") : (String(name[..<dot]), String(ending))
    }

    private static func fitted(_ stem: String, _ ending: String) -> String {
        var stem = stem
        while stem.utf8.count + ending.utf8.count > longest, !stem.isEmpty { stem.removeLast() }
        return stem + ending
    }
}

extension EncodedPicture.Format {
    /// What names of such files end in.
    static let endings: Set<String> = [
        "jpg", "jpeg", "jpe", "jfif", "png", "gif", "webp", "bmp", "tif", "tiff", "avif", "heif", "heic", "svg", "svgz",
    ]
}

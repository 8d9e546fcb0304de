import Foundation

/// How much tests try.
public enum Effort {
    /// Whether a sanitizer watches the tests. It makes code 5 to 50 times slower: there, tests of every cut try every
    /// tenth. meson-helpers/swift-build sets the variable.
    public static let isSanitized = ProcessInfo.processInfo.environment["CLASSIC_PHOTOS_SANITIZER"] != nil

    /// The distance between two cuts.
    public static func step(_ bytes: Int) -> Int { isSanitized ? 10 * bytes : bytes }
}

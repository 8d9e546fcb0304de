import Foundation

/// What the program says on its standard error, which may be a terminal, a log, or closed.
package enum StandardError {
    /// Writes `sentence` after the program's name. A failure is ignored: there is no other place to tell it, and
    /// Foundation's own `write` would end the program.
    package static func say(_ sentence: String) {
        try? FileHandle.standardError.write(contentsOf: Data("classic-photos: \(sentence)\n".utf8))
    }
}

import Foundation
import PhotoCore

/// What the program answers on its standard output. Written at once: a failure of Swift's `print` remains unknown.
enum StandardOutput {
    /// Prints each of `lines`. False if that fails, which standard error says.
    static func print(_ lines: [String], to descriptor: CInt = STDOUT_FILENO) -> Bool {
        var rest = lines.flatMap { Array($0.utf8) + [UInt8(ascii: "\n")] }[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else {
                let number = errno
                if number == EINTR { continue }
                let text = localized("Cannot write “\("/dev/stdout")”.")
                let reason = SaveFailure(errno: number)
                StandardError.say("\(text) \(reason)")
                return false
            }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

import Foundation

/// The copied text of rows: one line each. For a worker: a million addresses take some seconds.
package enum CopiedText: Sendable {
    /// The displayed names; skips rows that are not read, which have none.
    case names
    /// The photos' addresses; skips rows without one.
    case addresses

    /// The text of these entries in this order, and its number of lines. Nil if cancelled.
    package func text(
        of entries: [UInt32], in catalogue: Catalogue, isCancelled: () -> Bool = { false }
    ) -> (utf8: [UInt8], lines: Int)? {
        var (text, lines) = ([UInt8](), 0)
        for (index, entry) in entries.enumerated() {
            if index & 0xFFF == 0, isCancelled() { return nil }
            guard let line = line(of: Int(entry), in: catalogue) else { continue }
            if lines > 0 { text.append(0x0A) }
            text.append(contentsOf: line.utf8)
            lines += 1
        }
        return (text, lines)
    }

    private func line(of entry: Int, in catalogue: Catalogue) -> String? {
        switch self {
        case .names: return catalogue.isUnread(at: entry) ? nil : catalogue.name(at: entry)
        case .addresses:
            // The address of a long picture within the document means something only here.
            guard case .success(let url) = catalogue.location(at: entry), DataAddress(url)?.heldName == nil else {
                return nil
            }
            return url.withoutPassword.absoluteString
        }
    }
}

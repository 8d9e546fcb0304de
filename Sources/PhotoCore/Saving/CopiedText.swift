import Foundation

/// What is copied of rows as text: one line each.
package enum CopiedText: Sendable {
    /// The displayed names; skips rows that are not read, which have none.
    case names
    /// The photos' addresses; skips rows without one.
    case addresses

    fileprivate func line(of entry: Int, in catalogue: Catalogue) -> String? {
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

/// The lines that are copied. For a worker: a million addresses take some seconds.
struct CopiedLines {
    /// What each row gives.
    let what: CopiedText
    private(set) var utf8: [UInt8] = []
    private(set) var count = 0

    /// No lines.
    init(_ what: CopiedText) { self.what = what }

    /// Adds those of these rows. Returns their number.
    mutating func append(_ rows: some Sequence<Int>, of catalogue: Catalogue) -> Int {
        let before = count
        for row in rows {
            guard let line = what.line(of: row, in: catalogue) else { continue }
            if count > 0 { utf8.append(0x0A) }
            utf8.append(contentsOf: line.utf8)
            count += 1
        }
        return count - before
    }
}

import Foundation

/// The photos' names and locations, in the order in which they are shown: ten, or a million.
///
/// All text lies end to end in one buffer; a row costs eight bytes beyond its text, and URLs are made only when asked
/// for. A copy shares the storage.
public struct Catalogue: Sendable {
    /// The most bytes that an encoded catalogue may have: 512 MiB.
    ///
    /// A million rows with long URLs are 110 MB as XML, so this is room for more than four million, while a reply that
    /// never ends is given up before it fills the memory of a computer with 4 GB. Unpacked text is held to it as well,
    /// which keeps every offset within 31 bits.
    public static let maximumByteCount = 512 << 20
    /// 10 million: ten times the largest catalogues known, and less than half of what GTK's list can count in pixels
    /// (2^31, at 97 a row). Bytes alone set no limit: an entry of a binary property list may take two of them.
    public static let maximumRowCount = 10_000_000

    /// The most UTF-8 bytes of a name that are kept; a longer one is cut here and ends in “…”.
    ///
    /// Names are drawn in one line of some hundred characters, and laying out megabytes would freeze the window.
    public static let maximumNameByteCount = 4 << 10

    /// The most UTF-8 bytes that an entry's URL may have: eight times what common servers accept.
    public static let maximumLocationByteCount = 64 << 10

    /// Where the catalogue came from, against which its relative URLs resolve.
    public let base: URL

    /// Names and locations, alternating, as UTF-8.
    let text: [UInt8]
    /// Two a row: where the name ends and where the location ends in `text`. The latter has `problemFlag` set where,
    /// in place of a location, the text is the one raw byte of an EntryProblem.
    let ends: [UInt32]
    static let problemFlag: UInt32 = 1 << 31

    /// How many rows there are.
    public var count: Int { ends.count / 2 }

    /// The name to show: the entry's own or, where that is empty, the last part of its URL.
    public func name(at index: Int) -> String {
        let name = String(decoding: text[nameRange(at: index)], as: UTF8.self)
        guard name.isEmpty else { return name }
        guard case .success(let url) = location(at: index) else {
            return problem(at: index) == nil ? String(decoding: text[locationRange(at: index)], as: UTF8.self) : ""
        }
        let last = url.lastPathComponent
        return last.isEmpty || last == "/" ? url.host ?? url.absoluteString : last
    }

    /// Where the photo is: an absolute http, https or file URL. Made anew at each call.
    public func location(at index: Int) -> Result<URL, LocationFailure> {
        if let problem = problem(at: index) { return .failure(.entry(problem)) }
        return PhotoLocation.resolve(String(decoding: text[locationRange(at: index)], as: UTF8.self), against: base)
    }

    /// The bytes of the entry's own name in `text`; empty where it has none.
    private func nameRange(at index: Int) -> Range<Int> {
        let start = index == 0 ? 0 : Int(ends[2 * index - 1] & ~Self.problemFlag)
        return start..<Int(ends[2 * index])
    }

    /// The bytes of the entry's location, or of its problem, in `text`.
    private func locationRange(at index: Int) -> Range<Int> {
        Int(ends[2 * index])..<Int(ends[2 * index + 1] & ~Self.problemFlag)
    }

    private func problem(at index: Int) -> EntryProblem? {
        guard ends[2 * index + 1] & Self.problemFlag != 0 else { return nil }
        return EntryProblem(rawValue: text[locationRange(at: index).lowerBound])
    }
}

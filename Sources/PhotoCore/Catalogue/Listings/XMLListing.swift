/// The meaning of an XML vocabulary that lists files, folders or documents: a value that gets the elements in the
/// document's order, and finds the rows in them.
package protocol XMLListing {
    /// An element begins.
    mutating func started(_ path: ElementPath, _ attributes: some MarkupAttributes, into listed: inout Listed)

    /// An element ends, with its own text, trimmed, without that of the elements in it.
    mutating func ended(_ path: ElementPath, text: [UInt8], into listed: inout Listed)

    /// The document has ended, maybe too early.
    mutating func finish(into listed: inout Listed)
}

extension XMLListing {
    package mutating func started(_ path: ElementPath, _ attributes: some MarkupAttributes, into listed: inout Listed) {
    }
    package mutating func ended(_ path: ElementPath, text: [UInt8], into listed: inout Listed) {}
    package mutating func finish(into listed: inout Listed) {}
}

/// The names of the open elements, without prefixes, the innermost last.
package struct ElementPath: Sendable {
    package private(set) var names: [String] = []
    /// How many elements are open, including those deeper than any vocabulary has them.
    private var depth = 0

    /// Deeper elements have no name: only folders nest without a limit.
    private static let deepest = 128

    package init() {}

    /// The innermost element.
    package var name: String { depth == names.count ? names.last ?? "" : "" }
    /// The element around it.
    package var parent: String { self[1] }

    /// The element that is `up` levels outside the innermost.
    package subscript(up: Int) -> String {
        depth == names.count && up < names.count ? names[names.count - 1 - up] : ""
    }

    package mutating func enter(_ name: String) {
        depth += 1
        if depth <= Self.deepest { names.append(name) }
    }

    package mutating func leave() {
        if depth <= Self.deepest { names.removeLast() }
        depth -= 1
    }

    /// How many elements are open.
    package var count: Int { depth }
}

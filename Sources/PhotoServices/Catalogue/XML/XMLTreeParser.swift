import CLibXML2
import Foundation
import PhotoCore

/// Reads XML of any vocabulary as a tree in which ``PhotoTree`` finds the photos.
///
/// An element is an object of its attributes and its elements, or a text if it has neither. Text next to attributes or
/// elements has the element's own name as its key. Elements of one name that follow one another are an array: the first
/// part of the document is held back until it shows which do. `<field name="title">` is a `title`.
final class XMLTreeContent: XMLContentHandling {
    private enum Event {
        case start(path: Int, attributes: [(name: [UInt8], value: [UInt8])], base: [UInt8]?, line: Int)
        case text([UInt8])
        case end
    }
    /// The first events; nil once they have been passed on.
    private var held: [Event]? = []
    private var heldByteCount = 0
    private var paths = ElementPaths()
    /// The paths of the open elements, as they arrive.
    private var arriving: [Int] = [ElementPaths.root]
    private var writer: TreeWriter

    /// As much as shows the vocabulary of most documents, and delays their first rows by little.
    private static let mostHeld = 64 << 10
    /// What an event takes next to its texts.
    private static let eventByteCount = 64

    private(set) var isAtEnd = false

    /// The content of the document at this address.
    init(of document: URL) {
        writer = TreeWriter(
            tree: PhotoTree(of: document, markup: FeedText.pictures(in:)), bases: XMLBases(document: document))
    }

    func started(_ element: XMLElement, line: Int, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        var attributes: [(name: [UInt8], value: [UInt8])] = []
        element.forEachAttribute { attributes.append(($0.utf8, $1)) }
        let key = Self.key(of: element, attributes)
        if key != nil { attributes = [] }
        let path = paths.enter(element.name, called: key, in: arriving[arriving.count - 1], counts: held != nil)
        arriving.append(path)
        let base = XMLBases.stated(by: element)
        try take(.start(path: path, attributes: attributes, base: base, line: line), into: &builder)
    }

    /// The key of an element that says no more of itself than that it is a field, as databases and indices write their
    /// rows; nil for another.
    private static func key(of element: XMLElement, _ attributes: [(name: [UInt8], value: [UInt8])]) -> [UInt8]? {
        guard attributes.count == 1, attributes[0].name == nameKey, fields.contains(element.name.utf8) else {
            return nil
        }
        let key = attributes[0].value
        return (1...longestKey).contains(key.count) ? key : nil
    }

    private static let nameKey = Array("name".utf8)
    private static let longestKey = 64
    private static let fields = Set(
        [
            "field", "column", "str", "int", "long", "float", "double", "bool", "date", "arr", "property", "attribute",
        ].map { Array($0.utf8) })

    func found(text: UnsafeRawBufferPointer, line: Int, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        guard arriving.count > 1 else { return }
        if held == nil { writer.add(text) } else { try take(.text(Array(text)), into: &builder) }
    }

    func ended(_ element: XMLElement, line: Int, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        paths.leave(arriving.removeLast())
        try take(.end, into: &builder)
        guard arriving.count == 1 else { return }
        isAtEnd = true
        try release(into: &builder)
        try writer.finish(into: &builder)
    }

    func breakOff(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        if isAtEnd { return }
        try release(into: &builder)
        try writer.tree.breakOff(into: &builder)
    }

    private func take(_ event: Event, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        guard held != nil else { return try pass(event, into: &builder) }
        held?.append(event)
        heldByteCount += Self.eventByteCount
        switch event {
        case .start(_, let attributes, let base, _):
            heldByteCount += attributes.reduce(base?.count ?? 0) { $0 + $1.name.count + $1.value.count }
        case .text(let text): heldByteCount += text.count
        case .end: break
        }
        if heldByteCount > Self.mostHeld { try release(into: &builder) }
    }

    private func release(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        guard let events = held else { return }
        held = nil
        for event in events { try pass(event, into: &builder) }
    }

    private func pass(_ event: Event, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        switch event {
        case .start(let path, let attributes, let base, let line):
            writer.enter(base, into: &builder)
            try writer.start(
                path, paths.name(of: path), attributes, isRepeated: paths.isRepeated(path), line: line, into: &builder)
        case .text(let text): text.withUnsafeBytes { writer.add($0) }
        case .end: try writer.end(into: &builder)
        }
    }
}

/// The paths of a document's elements by name, and which of them repeat in one parent.
private struct ElementPaths {
    static let root = 0
    /// Of an element that is not told apart from others.
    private static let unknown = -1

    private struct Key: Hashable {
        let parent: Int
        let name: UnsafePointer<xmlChar>
        /// What the element calls itself.
        let called: [UInt8]?
    }
    private var known: [Key: Int] = [:]
    private var names: [[UInt8]] = [[]]
    private var repeated: Set<Int> = []
    /// The children that the open elements had so far, while repetition counts.
    private var seen: [Set<Int>] = [[]]

    /// More than any vocabulary has.
    private static let mostPaths = 10_000

    mutating func enter(_ name: XMLName, called: [UInt8]?, in parent: Int, counts: Bool) -> Int {
        let key = Key(parent: parent, name: name.bytes, called: called)
        let path: Int
        if let found = known[key] {
            path = found
        } else if names.count < Self.mostPaths, parent != Self.unknown {
            path = names.count
            known[key] = path
            names.append(called ?? name.utf8)
        } else {
            path = Self.unknown
        }
        if counts, !seen.isEmpty, !seen[seen.count - 1].insert(path).inserted { repeated.insert(path) }
        seen.append([])
        return path
    }

    mutating func leave(_ path: Int) { seen.removeLast() }

    func name(of path: Int) -> [UInt8] { path == Self.unknown ? [] : names[path] }

    func isRepeated(_ path: Int) -> Bool { path != Self.unknown && repeated.contains(path) }
}

/// Passes elements on as objects, arrays and texts.
private struct TreeWriter {
    private struct Open {
        let path: Int
        let name: [UInt8]
        let isRepeated: Bool
        let line: Int
        /// Whether it has begun as an object; before, it may be a text.
        var isObject = false
        /// The path of the elements in it that are being passed on as an array.
        var array: Int?
        var text: [UInt8] = []
    }
    var tree: PhotoTree
    private var open: [Open] = []
    private var bases: XMLBases
    /// Whether the values of keys within an inner base are addresses.
    private var addressKeys: [[UInt8]: Bool] = [:]

    init(tree: PhotoTree, bases: XMLBases) { (self.tree, self.bases) = (tree, bases) }

    /// As much as the longest field takes, and a text in HTML.
    private static let longestText = 1 << 20
    /// More than any vocabulary has.
    private static let mostAddressKeys = 1000

    /// An element that states this base is about to start.
    mutating func enter(_ base: [UInt8]?, into builder: inout CatalogueBuilder) {
        if let whole = bases.enter(base, depth: open.count + 1) { builder.facts.base = whole }
    }

    mutating func start(
        _ path: Int, _ name: [UInt8], _ attributes: [(name: [UInt8], value: [UInt8])], isRepeated: Bool, line: Int,
        into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        tree.line = line
        if open.isEmpty { try tree.startObject(into: &builder) } else { try beginObject(into: &builder) }
        open.append(Open(path: path, name: name, isRepeated: isRepeated, line: line))
        if attributes.isEmpty { return }
        try beginObject(into: &builder)
        for attribute in attributes {
            try key(attribute.name, into: &builder)
            try string(resolved(attribute.value, of: attribute.name), into: &builder)
        }
    }

    mutating func add(_ text: UnsafeRawBufferPointer) {
        guard let last = open.indices.last else { return }
        open[last].text.append(contentsOf: text.prefix(max(0, Self.longestText - open[last].text.count)))
    }

    mutating func end(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        guard let element = open.last else { return }
        tree.line = element.line
        let text = resolved(Self.trimmed(element.text), of: element.name)
        if element.isObject {
            try endArray(into: &builder)
            if !text.isEmpty {
                try key(element.name, into: &builder)
                try string(text, into: &builder)
            }
            try tree.endObject(into: &builder)
        } else {
            try beginValue(into: &builder)
            if text.isEmpty {
                try tree.scalar(.null, into: &builder)
            } else {
                try string(text, into: &builder)
            }
        }
        bases.leave(depth: open.count)
        open.removeLast()
        guard open.isEmpty else { return }
        try tree.endObject(into: &builder)
    }

    /// The document has ended. Throws what it is about if it has no photos.
    mutating func finish(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try tree.finish(into: &builder)
    }

    /// The innermost element has attributes or elements.
    private mutating func beginObject(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        guard let last = open.indices.last, !open[last].isObject else { return }
        try beginValue(into: &builder)
        try tree.startObject(into: &builder)
        open[last].isObject = true
    }

    /// The key of the innermost element, or its place in an array.
    private mutating func beginValue(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        let element = open[open.count - 1]
        let parent = open.count - 2
        if parent >= 0 {
            if element.isRepeated, open[parent].array == element.path { return }
            if open[parent].array != nil {
                try tree.endArray(into: &builder)
                open[parent].array = nil
            }
        }
        try key(element.name, into: &builder)
        if parent >= 0, element.isRepeated {
            try tree.startArray(into: &builder)
            open[parent].array = element.path
        }
    }

    private mutating func endArray(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        guard open[open.count - 1].array != nil else { return }
        try tree.endArray(into: &builder)
        open[open.count - 1].array = nil
    }

    /// The value of a key; absolute if it is an address within an inner base.
    private mutating func resolved(_ value: [UInt8], of key: [UInt8]) -> [UInt8] {
        guard bases.hasInner, LocationScope.mayBeRelative(value) else { return value }
        let isAddress = addressKeys[key] ?? LocationScope.meansAddress(key)
        if addressKeys.count < Self.mostAddressKeys { addressKeys[key] = isAddress }
        return isAddress ? bases.resolve(value) : value
    }

    private mutating func key(_ name: [UInt8], into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try name.withUnsafeBytesTyped { (name) throws(CatalogueFailure) in try tree.key(name, into: &builder) }
    }

    private mutating func string(_ text: [UInt8], into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try text.withUnsafeBytesTyped { (text) throws(CatalogueFailure) in try tree.string(text, into: &builder) }
    }

    private static func trimmed(_ text: [UInt8]) -> [UInt8] {
        let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard let last = text.lastIndex(where: { !isSpace($0) }) else { return [] }
        return Array(text[...last].drop(while: isSpace))
    }
}

extension CatalogueFormat {
    /// XML of any vocabulary.
    public static let xmlTree = CatalogueFormat(
        "XML", endings: ["xml", "rdf"],
        recognises: { head in
            guard head.text.first == UInt8(ascii: "<") else { return .none }
            switch head.rootElementName?.lowercased() {
            case "html", "plist": return .none
            // Cut short: it reports its own errors.
            case nil: return .possible
            case let root? where root.hasPrefix("!"): return .possible
            default: return .likely
            }
        },
        makeParser: { XMLPushParser($0, handler: XMLTreeContent(of: $0.hint.url)) })
}

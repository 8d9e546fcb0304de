import Foundation
import PhotoCore

extension CatalogueFormat {
    /// An XML property list. Rows keep the document's order, including entries with the same name.
    public static let xmlPropertyList = CatalogueFormat(
        translatable("XML property list"), endings: ["plist", "xml"],
        recognises: { head in
            guard head.text.first == UInt8(ascii: "<") else { return .none }
            switch head.rootElementName {
            case "plist": return .certain
            default: return .none
            }
        },
        makeParser: { XMLPushParser($0, handler: PropertyListContent(of: $0.hint.url)) })
}

/// The meaning of a property list's elements, in the document's order; ``PhotoTree`` finds the photos.
private final class PropertyListContent: XMLContentHandling {
    private enum Place: Equatable {
        /// Before `<plist>`.
        case start
        /// In `<plist>`, before its value.
        case plist
        /// In a dictionary, before a key.
        case key
        /// In a dictionary, after a key.
        case value
        /// In an array.
        case element
        /// In an element with text.
        case text(Kind)
        /// After the outermost value.
        case valueEnd
        /// After `</plist>`.
        case end
    }

    /// An element with text or without content.
    private enum Kind: Equatable {
        case key, string
        /// The kind of a value that is not text.
        case other(EntryProblem)
    }

    private var place = Place.start
    private var tree: PhotoTree
    /// For each open dictionary or array, the innermost last, whether it is an array.
    private var isArray: [Bool] = []
    /// The text of the current element.
    private var text: [UInt8] = []
    private var textLine = 0
    /// The last key, for messages.
    private var lastKey: [UInt8] = []

    init(of document: URL) {
        tree = PhotoTree(of: document, markup: FeedText.pictures(in:), takesNames: true)
    }

    var isAtEnd: Bool { place == .end }

    func started(_ element: XMLElement, line: Int, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        switch place {
        case .key where element.name == "key": beginText(.key, line)
        case .key: throw failure(localized("<\(element.name.text(prefix: 40))> has no <key> before it."), line)
        case .value where element.name == "key": throw keyWithoutValue(line)
        case .value, .element: try startValue(element, line, into: &builder)
        case .plist where element.name == "dict" || element.name == "array":
            try startValue(element, line, into: &builder)
        case .plist:
            let name = element.name.text(prefix: 40)
            throw failure(
                localized("The outermost value is <\(name)>, not a dictionary (<dict>) or an array of photos."), line)
        case .start where element.name == "plist": place = .plist
        case .start:
            let name = element.name.text(prefix: 40)
            throw failure(localized("It is XML, but its outermost element is <\(name)>, not <plist>."), line)
        case .text, .valueEnd, .end:
            throw failure(localized("<\(element.name.text(prefix: 40))> is not allowed here."), line)
        }
    }

    private func startValue(
        _ element: XMLElement, _ line: Int, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        tree.line = line
        switch element.name {
        case "string": beginText(.string, line)
        case "dict":
            try tree.startObject(into: &builder)
            isArray.append(false)
            place = .key
        case "array":
            try tree.startArray(into: &builder)
            isArray.append(true)
            place = .element
        case "integer", "real": beginText(.other(.number), line)
        case "true", "false": beginText(.other(.boolean), line)
        case "date": beginText(.other(.date), line)
        case "data": beginText(.other(.data), line)
        default: throw failure(localized("A property list has no element <\(element.name.text(prefix: 40))>."), line)
        }
    }

    private func beginText(_ kind: Kind, _ line: Int) {
        text.removeAll(keepingCapacity: true)
        textLine = line
        place = .text(kind)
    }

    func ended(_ element: XMLElement, line: Int, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        // The XML library checks which element ends.
        tree.line = textLine
        switch place {
        case .text(.key):
            try text.withUnsafeBytesTyped { (text) throws(CatalogueFailure) in try tree.key(text, into: &builder) }
            swap(&lastKey, &text)
            place = .value
        case .text(.string):
            try text.withUnsafeBytesTyped { (text) throws(CatalogueFailure) in try tree.string(text, into: &builder) }
            endValue()
        case .text(.other(let kind)):
            try text.withUnsafeBytesTyped { (text) throws(CatalogueFailure) in
                try tree.scalar(kind, kind == .number || kind == .date ? text : nil, into: &builder)
            }
            endValue()
        case .key:
            try tree.endObject(into: &builder)
            isArray.removeLast()
            endValue()
        case .element:
            try tree.endArray(into: &builder)
            isArray.removeLast()
            endValue()
        case .value: throw keyWithoutValue(line)
        case .plist: throw failure(localized("The property list is empty."), line)
        case .valueEnd:
            place = .end
            try tree.finish(into: &builder)
        case .start, .end: break
        }
    }

    private func endValue() { place = isArray.last.map { $0 ? .element : .key } ?? .valueEnd }

    func found(text: UnsafeRawBufferPointer, line: Int, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        if case .text = place { return self.text.append(contentsOf: text) }
        guard text.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) else {
            let stray = String(decoding: text, as: UTF8.self).prefix(40)
            throw failure(localized("There is text outside <key> and <string>: “\(stray)”"), line)
        }
    }

    func breakOff(into builder: inout CatalogueBuilder) throws(CatalogueFailure) { try tree.breakOff(into: &builder) }

    private func failure(_ reason: String, _ line: Int) -> CatalogueFailure {
        .notACatalogue(reason: localized("Line \(NumberFormats.current.plain(line)): \(reason)"))
    }

    private func keyWithoutValue(_ line: Int) -> CatalogueFailure {
        failure(localized("The key “\(String(decoding: lastKey, as: UTF8.self).prefix(40))” has no value."), line)
    }
}

import Foundation
import PhotoCore

/// Reads an XML property list as it streams by, in the document's order: of its outermost dictionary the names, and of the
/// values the texts.
struct XMLPropertyListParser: CatalogueParsing {
    private let parser: XMLPushParser

    init(_ head: CatalogueHead) { parser = XMLPushParser(head, handler: PropertyListContent()) }

    mutating func parse(
        _ bytes: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        try parser.parse(bytes, into: &builder)
    }

    mutating func finish(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try parser.finish(into: &builder)
    }
}

extension CatalogueFormat {
    /// An XML property list. Rows keep the document's order, and every entry of a name that comes twice.
    public static let xmlPropertyList = CatalogueFormat(
        "XML property list",
        recognises: { head in
            guard head.text.first == UInt8(ascii: "<") else { return .none }
            switch head.rootElementName {
            case "plist": return .certain
            case let name? where name.lowercased() == "html": return .none
            // It says itself what is wrong with it.
            default: return .possible
            }
        },
        makeParser: { XMLPropertyListParser($0) })
}

/// What a property list's elements mean.
private final class PropertyListContent: XMLContentHandling {
    /// Where in a property list the parser is.
    private enum Place: Equatable {
        /// Before `<plist>`.
        case start
        /// In `<plist>`, before its dictionary.
        case plist
        /// In the dictionary, before a key.
        case entries
        /// In a key.
        case key
        /// After a key.
        case value
        /// In a value that is text.
        case string
        /// In a value that is not, so many elements deep. A count, not a stack: depth costs nothing here.
        case other(depth: Int)
        /// After the dictionary.
        case dictionaryEnd
        /// After `</plist>`.
        case end
    }

    private var place = Place.start
    /// The line on which the entry's key is.
    private var entryLine = 0

    var isAtEnd: Bool { place == .end }

    func started(
        _ element: XMLElement, line: Int, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        switch place {
        case .entries where element.name == "key":
            place = .key
            entryLine = line
            builder.begin(.name)
        case .value where element.name == "string":
            place = .string
            builder.begin(.location)
        case .start where element.name == "plist": place = .plist
        case .start:
            let name = element.name.text(prefix: 40)
            throw failure("It is XML, but its outermost element is <\(name)>, not <plist>.", line)
        case .plist where element.name == "dict": place = .entries
        case .plist:
            let name = element.name.text(prefix: 40)
            throw failure("The outermost value is <\(name)>, not a dictionary (<dict>) from names to URLs.", line)
        case .entries: throw failure("<\(element.name.text(prefix: 40))> has no <key> before it.", line)
        case .value where element.name == "key": throw keyWithoutValue(line, builder)
        case .value:
            guard let problem = Self.problem(of: element.name) else { throw unknown(element, line) }
            try builder.endEntry(at: .line(entryLine), problem: problem)
            place = .other(depth: 1)
        case .other(let depth):
            guard element.name == "key" || element.name == "string" || Self.problem(of: element.name) != nil else {
                throw unknown(element, line)
            }
            place = .other(depth: depth + 1)
        case .key, .string, .dictionaryEnd, .end:
            throw failure("<\(element.name.text(prefix: 40))> cannot be here.", line)
        }
    }

    func ended(_ element: XMLElement, line: Int, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        switch place {
        case .key: place = .value
        case .string:
            try builder.endEntry(at: .line(entryLine))
            place = .entries
        case .other(depth: 1): place = .entries
        case .other(let depth): place = .other(depth: depth - 1)
        case .value: throw keyWithoutValue(line, builder)
        case .entries: place = .dictionaryEnd
        case .plist: throw failure("The property list is empty.", line)
        case .dictionaryEnd: place = .end
        case .start, .end: break
        }
    }

    func found(
        text: UnsafeRawBufferPointer, line: Int, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        switch place {
        case .key, .string: builder.extend(text)
        case .other: break
        default:
            guard text.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) else {
                let stray = String(decoding: text, as: UTF8.self).prefix(40)
                throw failure("There is text outside of <key> and <string>: “\(stray)”", line)
            }
        }
    }

    private func failure(_ reason: String, _ line: Int) -> CatalogueFailure {
        .notACatalogue(reason: "Line \(line): \(reason)")
    }

    private func unknown(_ element: XMLElement, _ line: Int) -> CatalogueFailure {
        failure("A property list has no element <\(element.name.text(prefix: 40))>.", line)
    }

    private func keyWithoutValue(_ line: Int, _ builder: CatalogueBuilder) -> CatalogueFailure {
        failure("The key “\(builder.entryName.prefix(40))” has no value.", line)
    }

    /// What a value of that element is instead of text; nil for what is no value of a property list.
    private static func problem(of element: XMLName) -> EntryProblem? {
        switch element {
        case "array": .array
        case "dict": .dictionary
        case "integer", "real": .number
        case "true", "false": .boolean
        case "date": .date
        case "data": .data
        default: nil
        }
    }
}

import CLibXML2
import Foundation
import PhotoCore

/// Receives an XML document's content in order. A handler belongs to one document.
///
/// Names and text are the parser's own UTF-8, invalid after the call. An error thrown by a handler ends the parsing,
/// and ``XMLPushParser`` rethrows it.
protocol XMLContentHandling: AnyObject {
    /// An element begins, on `line`.
    func started(_ element: XMLElement, line: Int, into builder: inout CatalogueBuilder) throws(CatalogueFailure)

    /// The innermost open element ends; the parser has checked its name.
    func ended(_ element: XMLElement, line: Int, into builder: inout CatalogueBuilder) throws(CatalogueFailure)

    /// More of an element's text, with entities and CDATA resolved. One text may arrive in many pieces.
    func found(text: UnsafeRawBufferPointer, line: Int, into builder: inout CatalogueBuilder) throws(CatalogueFailure)

    /// Whether the outermost element has ended: distinguishes a document that is cut short from one with trailing
    /// content.
    var isAtEnd: Bool { get }

    /// The rest of the document is unavailable: makes rows that were held back.
    func breakOff(into builder: inout CatalogueBuilder) throws(CatalogueFailure)
}

extension XMLContentHandling {
    func breakOff(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {}
}

/// An element's name and, at its start, its attributes. Valid only during the call.
struct XMLElement {
    /// Its name without a prefix.
    let name: XMLName
    /// Its namespace: the URI of its prefix.
    let namespace: XMLName?
    /// Its prefix as written.
    let prefix: XMLName?

    fileprivate let attributeCount: Int
    /// libxml2's: five pointers per attribute: name, prefix, namespace, and the value's start and end.
    fileprivate let attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?

    init(
        name: UnsafePointer<xmlChar>, namespace: UnsafePointer<xmlChar>?, prefix: UnsafePointer<xmlChar>? = nil,
        attributeCount: Int = 0,
        attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>? = nil
    ) {
        self.name = XMLName(name)
        self.namespace = namespace.map(XMLName.init)
        self.prefix = prefix.map(XMLName.init)
        self.attributeCount = attributeCount
        self.attributes = attributes
    }

    /// The value of an attribute, as UTF-8 with references resolved; nil without that name in the namespace.
    func value(of name: StaticString, in namespace: StaticString?) -> [UInt8]? {
        guard let attributes else { return nil }
        for index in 0..<attributeCount {
            guard let found = attributes[5 * index], XMLName(found) == name,
                Self.isSame(attributes[5 * index + 2], namespace), let start = attributes[5 * index + 3],
                let end = attributes[5 * index + 4]
            else { continue }
            return Self.resolved(UnsafeBufferPointer(start: start, count: end - start))
        }
        return nil
    }

    /// Calls `body` with each attribute's name, without a prefix, and its value. What XML itself says of the text
    /// (`xml:space`, `xml:lang`, `xml:base`) is none of what the element says.
    func forEachAttribute(_ body: (XMLName, [UInt8]) -> Void) {
        guard let attributes else { return }
        for index in 0..<attributeCount {
            guard let name = attributes[5 * index], let start = attributes[5 * index + 3],
                let end = attributes[5 * index + 4], !Self.isOfXML(XMLName(name), attributes[5 * index + 2])
            else { continue }
            body(XMLName(name), Self.resolved(UnsafeBufferPointer(start: start, count: end - start)))
        }
    }

    /// The value of the first attribute with that name, whatever its namespace.
    func value(ofAny name: StaticString) -> [UInt8]? {
        guard let attributes else { return nil }
        for index in 0..<attributeCount {
            guard let found = attributes[5 * index], XMLName(found) == name, let start = attributes[5 * index + 3],
                let end = attributes[5 * index + 4]
            else { continue }
            return Self.resolved(UnsafeBufferPointer(start: start, count: end - start))
        }
        return nil
    }

    /// XML's own attributes (https://www.w3.org/TR/xml-names/#ns-decl).
    static let xmlNamespace: StaticString = "http://www.w3.org/XML/1998/namespace"

    private static func isOfXML(_ name: XMLName, _ uri: UnsafePointer<xmlChar>?) -> Bool {
        isSame(uri, xmlNamespace) && (name == "space" || name == "lang" || name == "base")
    }

    private static func isSame(_ uri: UnsafePointer<xmlChar>?, _ namespace: StaticString?) -> Bool {
        guard let uri, let namespace else { return uri == nil && namespace == nil }
        return XMLName(uri) == namespace
    }

    /// If entities are not replaced, libxml2 leaves one reference in attributes, that to the ampersand, in any
    /// spelling.
    private static func resolved(_ value: UnsafeBufferPointer<xmlChar>) -> [UInt8] {
        guard value.contains(UInt8(ascii: "&")) else { return Array(value) }
        let reference = Array("&#38;".utf8)
        var out: [UInt8] = []
        var rest = value[...]
        while let byte = rest.first {
            out.append(byte)
            rest = rest.dropFirst(rest.starts(with: reference) ? reference.count : 1)
        }
        return out
    }
}

extension XMLElement: MarkupAttributes {
    func value(of name: StaticString) -> [UInt8]? { value(of: name, in: nil) }

    var dataValues: [DataValue] {
        guard let attributes else { return [] }
        return (0..<attributeCount).compactMap { index in
            guard let name = attributes[5 * index], let start = attributes[5 * index + 3],
                let end = attributes[5 * index + 4]
            else { return nil }
            return DataValue(name, UnsafeBufferPointer(start: start, count: end - start))
        }
    }
}

/// A name from libxml2, compared without a String.
struct XMLName {
    /// A document has one copy of each name, at one address.
    let bytes: UnsafePointer<xmlChar>

    init(_ bytes: UnsafePointer<xmlChar>) { self.bytes = bytes }

    static func == (left: XMLName, right: StaticString) -> Bool {
        // Both end with a zero byte.
        strcmp(UnsafeRawPointer(left.bytes).assumingMemoryBound(to: CChar.self), right.utf8CString) == 0
    }

    /// For switch statements over literals.
    static func ~= (pattern: StaticString, name: XMLName) -> Bool { name == pattern }

    /// The name's bytes.
    var utf8: [UInt8] { Array(UnsafeBufferPointer(start: bytes, count: Int(xmlStrlen(bytes)))) }

    /// The name; at most `length` characters of it, for messages.
    func text(prefix length: Int = .max) -> String { String(String(cString: bytes).prefix(length)) }
}

extension StaticString {
    fileprivate var utf8CString: UnsafePointer<CChar> {
        UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
    }
}

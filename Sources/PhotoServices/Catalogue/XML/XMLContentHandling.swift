import CLibXML2
import Foundation
import PhotoCore

/// What is told of an XML document's content, in its order. A handler belongs to one document.
///
/// Names and text are the parser's own UTF-8, gone when the call returns. What a handler throws ends the parsing, and is
/// what ``XMLPushParser`` throws.
protocol XMLContentHandling: AnyObject {
    /// An element begins, on `line`.
    func started(
        _ element: XMLElement, line: Int, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure)

    /// The element that began last and has not ended, does; that it is the right one has been seen to.
    func ended(_ element: XMLElement, line: Int, into builder: inout CatalogueBuilder) throws(CatalogueFailure)

    /// More of an element's text, entities and CDATA resolved. One text may come in many pieces.
    func found(
        text: UnsafeRawBufferPointer, line: Int, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure)

    /// Whether the document's outermost element has ended: tells a document that is cut short from one with more behind it.
    var isAtEnd: Bool { get }
}

/// An element's name, and where it begins its attributes. For the length of the call that it is given in.
struct XMLElement {
    /// Its name without a prefix.
    let name: XMLName
    /// The namespace it is in, as the URI that its prefix stands for.
    let namespace: XMLName?

    fileprivate let attributeCount: Int
    /// libxml2's: five pointers an attribute: name, prefix, namespace, and where its value begins and ends.
    fileprivate let attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?

    init(
        name: UnsafePointer<xmlChar>, namespace: UnsafePointer<xmlChar>?, attributeCount: Int = 0,
        attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>? = nil
    ) {
        self.name = XMLName(name)
        self.namespace = namespace.map(XMLName.init)
        self.attributeCount = attributeCount
        self.attributes = attributes
    }

    /// The value of an attribute that is in no namespace, as UTF-8; nil where there is none of the name.
    func attribute(_ name: StaticString) -> UnsafeRawBufferPointer? {
        guard let attributes else { return nil }
        for index in 0..<attributeCount {
            guard let found = attributes[5 * index], attributes[5 * index + 2] == nil, XMLName(found) == name,
                let start = attributes[5 * index + 3], let end = attributes[5 * index + 4]
            else { continue }
            return UnsafeRawBufferPointer(start: start, count: end - start)
        }
        return nil
    }
}

/// A name of libxml2's, compared without a String.
struct XMLName {
    private let bytes: UnsafePointer<xmlChar>

    init(_ bytes: UnsafePointer<xmlChar>) { self.bytes = bytes }

    static func == (left: XMLName, right: StaticString) -> Bool {
        // Both end with a zero byte.
        strcmp(UnsafeRawPointer(left.bytes).assumingMemoryBound(to: CChar.self), right.utf8CString) == 0
    }

    /// For switch statements over literals.
    static func ~= (pattern: StaticString, name: XMLName) -> Bool { name == pattern }

    /// The name; at most `length` characters of it, for messages.
    func text(prefix length: Int = .max) -> String { String(String(cString: bytes).prefix(length)) }
}

extension StaticString {
    fileprivate var utf8CString: UnsafePointer<CChar> {
        UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
    }
}

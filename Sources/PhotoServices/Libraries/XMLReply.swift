import CLibXML2
import Foundation

/// A short answer of a server in XML, read as a whole. One that declares entities is none: a few kilobytes of them
/// stand for gigabytes.
struct XMLReply {
    /// An element of it.
    struct Element {
        /// Its name, without its namespace.
        let name: String
        /// Its text; empty if there are elements in it.
        let text: String
        /// The elements directly in it.
        let elements: [Element]

        /// The text of the element of this name directly in it; nil without one.
        func text(of name: String) -> String? { elements.first { $0.name == name && !$0.text.isEmpty }?.text }
    }

    /// The elements directly in the outermost one; none if the body is no such document.
    let elements: [Element]

    /// What is nested deeper is left out.
    private static let deepest = 16

    /// More attributes than any answer's tag has. libxml2 compares each with all before it.
    static let mostQuotes = 2048

    /// Reads `body`.
    init(_ body: Data) {
        guard !Self.hasLongTag(body) else {
            elements = []
            return
        }
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
        let document = body.withUnsafeBytes { bytes in
            xmlReadMemory(
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(clamping: bytes.count), nil, nil,
                CInt(options))
        }
        guard let document else {
            elements = []
            return
        }
        defer { xmlFreeDoc(document) }
        let isPlain = document.pointee.intSubset == nil
        elements = isPlain ? xmlDocGetRootElement(document).map { Self.elements(in: $0, depth: 0) } ?? [] : []
    }

    /// Whether there are many quotation marks before the next tag: an attribute's value holds no `<`.
    private static func hasLongTag(_ body: Data) -> Bool {
        var quotes = 0
        for byte in body {
            if byte == UInt8(ascii: "<") {
                quotes = 0
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quotes += 1
                if quotes > mostQuotes { return true }
            }
        }
        return false
    }

    private static func elements(in parent: xmlNodePtr, depth: Int) -> [Element] {
        guard depth < deepest else { return [] }
        var elements: [Element] = []
        var next = parent.pointee.children
        while let node = next {
            next = node.pointee.next
            guard node.pointee.type == XML_ELEMENT_NODE, let name = node.pointee.name else { continue }
            let inner = Self.elements(in: node, depth: depth + 1)
            elements.append(
                Element(name: String(cString: name), text: inner.isEmpty ? Self.text(of: node) : "", elements: inner))
        }
        return elements
    }

    private static func text(of node: xmlNodePtr) -> String {
        guard let text = xmlNodeGetContent(node) else { return "" }
        // libxml2's own function is a variable.
        defer { free(text) }
        return String(cString: text)
    }
}

import CLibXML2
import Foundation

/// A short answer of a server in XML, read as a whole.
struct XMLReply {
    /// An element of it.
    struct Element {
        /// Its name, without its namespace.
        let name: String
        /// All text in it.
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

    /// Reads `body`.
    init(_ body: Data) {
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
        elements = xmlDocGetRootElement(document).map { Self.elements(in: $0, depth: 0) } ?? []
    }

    private static func elements(in parent: xmlNodePtr, depth: Int) -> [Element] {
        guard depth < deepest else { return [] }
        var elements: [Element] = []
        var next = parent.pointee.children
        while let node = next {
            next = node.pointee.next
            guard node.pointee.type == XML_ELEMENT_NODE, let name = node.pointee.name,
                let text = xmlNodeGetContent(node)
            else { continue }
            elements.append(
                Element(
                    name: String(cString: name), text: String(cString: text),
                    elements: Self.elements(in: node, depth: depth + 1)))
            // libxml2's own function is a variable.
            free(text)
        }
        return elements
    }
}

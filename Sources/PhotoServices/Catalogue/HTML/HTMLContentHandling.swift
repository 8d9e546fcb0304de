import CLibXML2
import PhotoCore

/// Receives a page's content in order. A handler belongs to one page.
protocol HTMLContentHandling: AnyObject {
    /// An element begins on `line`, including elements that browsers add.
    func started(_ element: HTMLElement, line: Int)

    /// An element ends, or is assumed to end.
    func ended(_ element: HTMLElement)

    /// More of an element's text, with references resolved: the parser's own UTF-8, invalid after the call. One text
    /// may arrive in many pieces. The text of scripts and styles is omitted.
    func found(text: UnsafeRawBufferPointer)

    /// Whether it needs nothing more.
    var isDone: Bool { get }
}

/// An element's lower-case name, and its attributes at its start. Valid only during the call.
struct HTMLElement: MarkupAttributes {
    let name: XMLName
    /// libxml2's: pairs of name and value, with a null pointer at the end.
    private let attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?

    init(name: UnsafePointer<xmlChar>, attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>? = nil) {
        self.name = XMLName(name)
        self.attributes = attributes
    }

    func value(of name: StaticString) -> [UInt8]? {
        guard var next = attributes else { return nil }
        while let found = next.pointee {
            if XMLName(found) == name {
                guard let value = next[1] else { return [] }
                return Array(UnsafeBufferPointer(start: value, count: Int(xmlStrlen(value))))
            }
            next += 2
        }
        return nil
    }
}

extension PageElement {
    init(_ name: XMLName) {
        // Most others differ in their first letter.
        guard Self.isInitial(name.bytes.pointee) else {
            self = .other
            return
        }
        self =
            switch name {
            case "a": .link
            case "link": .relation
            case "area": .area
            case "img": .image
            case "picture": .picture
            case "source": .source
            case "base": .base
            case "title": .title
            case "input": .input
            default: .other
            }
    }

    private static func isInitial(_ letter: UInt8) -> Bool {
        switch letter {
        case UInt8(ascii: "a"), UInt8(ascii: "b"), UInt8(ascii: "i"), UInt8(ascii: "l"), UInt8(ascii: "p"),
            UInt8(ascii: "s"), UInt8(ascii: "t"):
            true
        default: false
        }
    }
}

import CLibXML2
import PhotoCore

/// What is told of a page's content, in its order. A handler belongs to one page.
protocol HTMLContentHandling: AnyObject {
    /// An element begins, on `line`. Those that a page leaves out and browsers add are told as well.
    func started(_ element: HTMLElement, line: Int)

    /// An element ends, or is taken to.
    func ended(_ element: HTMLElement)

    /// More of an element's text, references resolved: the parser's own UTF-8, gone when the call returns. One text may
    /// come in many pieces. The text of scripts and styles is not told.
    func found(text: UnsafeRawBufferPointer)

    /// Whether it wants to be told nothing more.
    var isDone: Bool { get }
}

/// An element's name, in lower case, and its attributes where it begins. For the length of the call that it is given
/// in.
struct HTMLElement: MarkupAttributes {
    let name: XMLName
    /// libxml2's: name and value of each, a null pointer at the end.
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
    /// The element of that name.
    init(_ name: XMLName) {
        // Most are told by their first letter to be none of these.
        guard Self.isInitial(name.bytes.pointee) else {
            self = .other
            return
        }
        self =
            switch name {
            case "a": .link
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
        case UInt8(ascii: "a"), UInt8(ascii: "b"), UInt8(ascii: "i"), UInt8(ascii: "p"), UInt8(ascii: "s"),
            UInt8(ascii: "t"):
            true
        default: false
        }
    }
}

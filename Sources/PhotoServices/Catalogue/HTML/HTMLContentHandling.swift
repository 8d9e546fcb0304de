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

    /// More of the text of a script or a style, as it stands there.
    func found(script: UnsafeRawBufferPointer)

    /// Whether it needs nothing more.
    var isDone: Bool { get }
}

extension HTMLContentHandling {
    func found(script: UnsafeRawBufferPointer) {}
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

    var tag: ElementTag {
        ElementTag(UnsafeBufferPointer(start: name.bytes, count: Int(xmlStrlen(name.bytes))))
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

    var dataValues: [DataValue] {
        guard var next = attributes else { return [] }
        var values: [DataValue] = []
        while let found = next.pointee {
            if let value = DataValue(found, next[1].map { UnsafeBufferPointer(start: $0, count: Int(xmlStrlen($0))) }) {
                values.append(value)
            }
            next += 2
        }
        return values
    }
}

extension DataValue {
    /// The most that a page may have of one element.
    static let mostByteCount = 64 << 10
    /// The same for JSON: some pages are all in one element's data.
    static let mostDataByteCount = 1 << 20
    /// Frameworks give elements their data in attributes of any name (`:images`, `props`). Shorter ones name no photos.
    private static let leastForeignByteCount = 40

    /// An attribute of libxml2; nil if it is another or empty.
    init?(_ name: UnsafePointer<xmlChar>, _ value: UnsafeBufferPointer<xmlChar>?) {
        guard let value, let first = value.first else { return nil }
        let isData = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        let isOwn = xmlStrncmp(name, "data-", 5) == 0
        guard isOwn || isData && value.count >= Self.leastForeignByteCount else { return nil }
        guard value.count <= (isData ? Self.mostDataByteCount : Self.mostByteCount) else { return nil }
        let rest = isOwn ? name + 5 : name
        self.init(name: Array(UnsafeBufferPointer(start: rest, count: Int(xmlStrlen(rest)))), value: Array(value))
    }
}

extension PageElement {
    init(_ name: XMLName) { self.init(name.text(prefix: 16)) }
}

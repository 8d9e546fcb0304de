/// The attributes of an element of a page, or of marked-up text in a feed.
public protocol MarkupAttributes {
    /// The value of the attribute of that name, in lower case, as UTF-8 with references resolved; nil where there is
    /// none.
    func value(of name: StaticString) -> [UInt8]?
}

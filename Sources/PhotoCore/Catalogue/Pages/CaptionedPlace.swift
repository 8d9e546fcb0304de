/// An element whose class says that it holds photos with a caption, as blogs write them, and in it the element that is
/// the caption: a table with `tr-caption-container` and a cell with `tr-caption`, `wp-caption` and `wp-caption-text`.
/// Or the caption alone, after one photo in the same element.
struct CaptionedPlace {
    /// How many elements are open with it.
    private let depth: Int
    /// The number of the first photo in it that has no caption.
    private var first: Int
    /// The open caption, and how many elements are open with it.
    private var caption: (depth: Int, text: [UInt8])?
    /// Whether a caption precedes its photos: then the next one may be that of photos to come.
    private var isReversed = false
    /// The number of the photo whose caption it is itself, unless there are photos or another caption in it.
    private var photoBefore: Int?

    /// Nil for an element that is called otherwise. `next` is the number of the next photo, and `photoBefore` that of
    /// the only one before it in the same element.
    init?(_ element: some MarkupAttributes, depth: Int, next: Int, photoBefore: Int?) {
        guard Self.isCalledCaption(element) else { return nil }
        // A button for captions is none.
        let isCaption = Self.names(of: element).contains { PageWords.words(of: $0).last == "caption" }
        (self.depth, first, self.photoBefore) = (depth, next, isCaption ? photoBefore : nil)
        if self.photoBefore != nil { caption = (depth, []) }
    }

    /// An element in it begins, with as many open.
    mutating func start(_ element: some MarkupAttributes, depth: Int) {
        guard caption == nil || photoBefore != nil, Self.isCalledCaption(element) else { return }
        caption = (depth, [])
        photoBefore = nil
    }

    /// More text, up to a length in all.
    mutating func add(_ text: UnsafeRawBufferPointer, upTo longest: Int) {
        guard let count = caption?.text.count else { return }
        caption?.text.append(contentsOf: text.prefix(max(0, longest - count)))
    }

    /// An element ends, with as many open. Returns its text, and the number of the photo that it names; nil if it is no
    /// caption, or if no photo precedes it.
    mutating func end(depth: Int, next: Int) -> (text: [UInt8], number: Int)? {
        guard let caption, caption.depth == depth else { return nil }
        self.caption = nil
        if let photoBefore { return first == next ? (PageText.collapsed(caption.text), photoBefore) : nil }
        defer { first = next }
        if first == next { isReversed = true }
        return isReversed ? nil : (PageText.collapsed(caption.text), next - 1)
    }

    /// Whether it is the element that ends, with as many open.
    func isEnd(depth: Int) -> Bool { self.depth == depth }

    private static func isCalledCaption(_ element: some MarkupAttributes) -> Bool {
        names(of: element).contains { name in
            let words = PageWords.words(of: name)
            return words.contains("caption") && !words.contains("hidden")
        }
    }

    /// The names of its class, if one of them may be that of a caption.
    private static func names(of element: some MarkupAttributes) -> [ArraySlice<UInt8>] {
        guard let names = element.value(of: "class"), holdsWord(names) else { return [] }
        return Array(names.split(whereSeparator: EntryScratch.isSpace).prefix(mostNames))
    }

    /// Whether it holds the word at all: few classes do, and each element has some.
    private static func holdsWord(_ names: [UInt8]) -> Bool {
        names.indices.dropLast(word.count - 1).contains { start in
            names[start...].starts(with: word) { $0 | 0x20 == $1 }
        }
    }

    private static let word = Array("caption".utf8)
    private static let mostNames = 16
}

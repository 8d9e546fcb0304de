/// What a document says about its place among numbered pages: `"page": 1, "pages": 7`, or `"page": 0, "per_page": 100,
/// "total": 700`.
struct PageCount {
    private enum Value {
        /// The number of this page, from 0 or from 1.
        case page
        case pages
        /// How many records a page has, how many this one has, and how many there are on all of them.
        case perPage, count, total
    }
    private var values: [Value: Int] = [:]

    /// Larger numbers count something else.
    static let mostPages = 1_000_000

    /// The number of the next page; nil if there is none, or if the document does not count its pages.
    var next: Int? {
        guard let page = values[.page], page < Self.mostPages else { return nil }
        // Where pages begin with 0, one more than there are is asked for: it has no records.
        if let pages = values[.pages] { return page < pages ? page + 1 : nil }
        guard let perPage = values[.perPage], let total = values[.total], perPage > 0,
            values[.count] ?? perPage >= perPage
        else { return nil }
        return max(page, 1) <= (total - 1) / perPage ? page + 1 : nil
    }

    /// Whether records are counted, too. What counts only pages may be about a book.
    var countsRecords: Bool { values[.perPage] != nil || values[.total] != nil }

    /// The value of a key, as it is written.
    mutating func take(_ key: [UInt8], _ text: UnsafeRawBufferPointer) {
        guard text.count <= 10, let value = Self.known[NextKey.word(key)],
            let number = Int(String(decoding: text, as: UTF8.self)), number >= 0
        else { return }
        values[value] = values[value] ?? number
    }

    /// The words of all keys that it takes.
    static var words: some Sequence<String> { known.keys }

    /// By letters and digits in lower case.
    private static let known: [String: Value] = [
        "page": .page, "currentpage": .page, "pages": .pages, "totalpages": .pages, "pagecount": .pages,
        "lastpage": .pages, "perpage": .perPage, "pagesize": .perPage, "itemsperpage": .perPage, "total": .total,
        "count": .count, "totalcount": .total, "totalitems": .total, "totalresults": .total,
    ]
}

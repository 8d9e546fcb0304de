/// Finds the next page among a web page's elements: links with the relation "next", else links that are styled or
/// worded as the way to the next page or to older posts.
struct NextLink {
    /// The address of the best link so far, as written.
    private var best: [UInt8]?
    private var rank = Int.max
    /// The address of a link that is worded as the way, but has the name of what is in the page's folder ("Older/");
    /// nil if another link is before it.
    private var entry: [UInt8]?

    /// The link that is open, until its text has decided.
    private var open: [UInt8]?
    private var text: [UInt8] = []
    /// Whether its title is a direction.
    private var isTitled = false

    /// The longest text that is only a direction.
    private static let longestText = 48

    /// The address of the best link so far, as written. What is in a server's folder is no other page of it.
    func address(isFolder: Bool) -> [UInt8]? { isFolder || rank < Self.wordRank ? best : entry ?? best }

    /// The rank of links whose text says it.
    private static let wordRank = 3

    /// A `<link>` of the head.
    mutating func relation(_ attributes: some MarkupAttributes) {
        guard Self.words(attributes.value(of: "rel")).contains("next") else { return }
        note(attributes.value(of: "href"), rank: 0)
    }

    /// An `<a>` begins.
    mutating func start(_ attributes: some MarkupAttributes) {
        end()
        guard let address = attributes.value(of: "href") else { return }
        if Self.words(attributes.value(of: "rel")).contains("next") { return note(address, rank: 1) }
        let names = Self.words(attributes.value(of: "class")) + Self.words(attributes.value(of: "id"))
        if names.contains(where: Self.names.contains) { return note(address, rank: 2) }
        if let label = attributes.value(of: "aria-label"), Self.isDirection(label) { return note(address, rank: 2) }
        open = address
        isTitled = attributes.value(of: "title").map(Self.isDirection) ?? false
        text.removeAll(keepingCapacity: true)
    }

    mutating func add(text bytes: UnsafeRawBufferPointer) {
        guard open != nil else { return }
        text.append(contentsOf: bytes.prefix(max(0, Self.longestText + 1 - text.count)))
    }

    /// An `<a>` ends. `isEntry` tells by its address and its text whether it has the name of what is in the page's
    /// folder.
    mutating func end(isEntry: (_ address: [UInt8], _ text: [UInt8]) -> Bool = { _, _ in false }) {
        guard let open else { return }
        self.open = nil
        guard isTitled || Self.isDirection(text) else { return }
        if !isEntry(open, text) {
            note(open, rank: Self.wordRank)
        } else if best == nil, entry == nil {
            entry = Self.usable(open)
        }
    }

    private mutating func note(_ address: [UInt8]?, rank: Int) {
        guard rank < self.rank, let address = Self.usable(address) else { return }
        (best, self.rank) = (address, rank)
    }

    /// The address, trimmed; nil if no page has it.
    private static func usable(_ address: [UInt8]?) -> [UInt8]? {
        guard let address = address.map(PageLink.trimmed), !address.isEmpty, address.first != UInt8(ascii: "#"),
            PageLink.isFetchable(address), !PageLink.isPicture(address)
        else { return nil }
        return address
    }

    private static func words(_ text: [UInt8]?) -> [String] {
        guard let text, text.count <= 1024 else { return [] }
        return String(decoding: text, as: UTF8.self).lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// What themes and generators of galleries and blogs call the link.
    private static let names: Set = [
        "next", "next-page", "nextpage", "next_page", "page-next", "pagination-next", "pagination__next", "pager-next",
        "nav-next", "older", "older-posts", "older-entries", "blog-pager-older-link", "load-more", "nextpostslink",
    ]

    /// Whether a link's text is nothing but the way to the next page, in words of pages' usual languages.
    private static func isDirection(_ text: [UInt8]) -> Bool {
        guard text.count <= longestText else { return false }
        let letters = String(decoding: text, as: UTF8.self).lowercased()
            .split { !$0.isLetter }.joined(separator: " ")
        return directions.contains(letters)
    }

    private static let directions: Set = [
        "next", "next page", "older", "older posts", "older entries", "older photos", "more photos",
        "next messages", "older messages",
        "weiter", "nächste seite", "ältere beiträge", "suivant", "page suivante", "articles plus anciens", "siguiente",
        "página siguiente", "entradas antiguas", "pagina successiva", "successivo", "post più vecchi", "volgende",
        "volgende pagina", "próxima", "próxima página", "następna", "następna strona", "nästa", "nästa sida",
    ]
}

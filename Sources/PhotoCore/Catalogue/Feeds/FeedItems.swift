/// The items of a feed, of which the first are held until they show which pictures adorn them: an author's face and a
/// logo are in many of them.
package struct FeedItems: Sendable {
    private var held: [FeedItem]? = []
    private var repeated: Set<[UInt8]> = []
    private var seen = SeenLocations()

    /// As many as fill a screen.
    static let most = 8
    /// A picture of as many of them adorns them.
    static let manyItems = 3

    package init() {}

    /// An item has ended: makes its rows, or those of the items that were held. Throws like the builder's `endEntry`.
    package mutating func add(
        _ item: FeedItem, all: FeedFacts, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        guard held != nil else {
            return try item.end(all: all, repeated: repeated, seen: &seen, into: &builder)
        }
        held?.append(item)
        if held?.count == Self.most { try release(all: all, into: &builder) }
    }

    /// Makes rows of the items that are held: the feed has ended, or breaks off. Throws like the builder's `endEntry`.
    package mutating func release(all: FeedFacts, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        guard let items = held.take() else { return }
        var counts: [[UInt8]: Int] = [:]
        for item in items { for key in item.keys { counts[key, default: 0] += 1 } }
        repeated = Set(counts.filter { $0.value >= Self.manyItems }.keys)
        for item in items { try item.end(all: all, repeated: repeated, seen: &seen, into: &builder) }
    }
}

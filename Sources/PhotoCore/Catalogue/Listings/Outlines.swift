/// A list of feeds, as feed readers exchange it: http://opml.org/spec2.opml
package struct Outlines: XMLListing {
    package init() {}

    package mutating func started(_ path: ElementPath, _ attributes: some MarkupAttributes, into listed: inout Listed) {
        guard path.name == "outline" else { return }
        let name = [attributes.value(of: "title"), attributes.value(of: "text")].lazy.compactMap { $0 }
            .map(PageText.collapsed).first { !$0.isEmpty }
        if let feed = attributes.value(of: "xmlUrl"), !feed.isEmpty {
            listed.rows.append(ListingRow(FeedAddress.plain(feed), name: name ?? [], kind: .opens))
        } else if let link = attributes.value(of: "url"), !link.isEmpty {
            let isPhoto = LocationDetection.namesPicture(link)
            listed.rows.append(ListingRow(FeedAddress.plain(link), name: name ?? [], kind: isPhoto ? .photo : .opens))
        }
    }

    package mutating func ended(_ path: ElementPath, text: [UInt8], into listed: inout Listed) {
        if path.parent == "head", path.name == "title" {
            listed.title = String(decoding: PageText.collapsed(text), as: UTF8.self)
        }
    }
}

/// The photos of places on a map: https://developers.google.com/kml/documentation/kmlreference
package struct Placemarks: XMLListing {
    /// The words and pictures of a text in HTML.
    package typealias ReadsHTML = (_ text: [UInt8]) -> (plain: [UInt8], pictures: [PagePicture])

    private let readsHTML: ReadsHTML
    private var name: [UInt8] = []
    private var description: [UInt8] = []
    /// The place's photos, each once.
    private var pictures: [[UInt8]] = []
    /// The name of the data being read.
    private var dataName: [UInt8] = []

    /// Whether the document tells from where on what it has is shown: its overlays are tiles of a map.
    private var hasRegions = false

    /// More than any place has.
    private static let mostPictures = 1000

    package init(readsHTML: @escaping ReadsHTML) { self.readsHTML = readsHTML }

    package mutating func started(_ path: ElementPath, _ attributes: some MarkupAttributes, into listed: inout Listed) {
        switch path.name {
        case "Placemark", "PhotoOverlay", "GroundOverlay", "NetworkLink": (name, description, pictures) = ([], [], [])
        case "Region": hasRegions = true
        case "Data", "SimpleData": dataName = attributes.value(of: "name") ?? []
        default: break
        }
    }

    package mutating func ended(_ path: ElementPath, text: [UInt8], into listed: inout Listed) {
        switch (path.parent, path.name) {
        case ("Placemark", "name"), ("PhotoOverlay", "name"), ("GroundOverlay", "name"), ("NetworkLink", "name"):
            name = PageText.collapsed(text)
        case ("Document", "name"): if listed.title == nil { listed.title = String(decoding: text, as: UTF8.self) }
        case ("Placemark", "description"), ("PhotoOverlay", "description"), ("GroundOverlay", "description"):
            let read = readsHTML(text)
            description = read.plain
            for picture in read.pictures { add(picture.location) }
        // Untyped data, and data that a schema describes.
        case ("Data", "value"), ("SchemaData", "SimpleData"): add(data: text)
        case ("Image", "ImageUrl"): add(text)
        // A view that is cut into many pictures has none of its own: its address is a template.
        case ("Icon", "href") where path[2] == "PhotoOverlay" || path[2] == "GroundOverlay":
            let isMap = path[2] == "GroundOverlay" && (hasRegions || Self.asksForMap(text))
            if text.firstRange(of: Array("$[".utf8)) == nil, !isMap { add(text) }
        case ("Link", "href") where path[2] == "NetworkLink", ("Url", "href") where path[2] == "NetworkLink":
            listed.rows.append(ListingRow(text, name: name, kind: .opens))
        case (_, "Placemark"), (_, "PhotoOverlay"), (_, "GroundOverlay"): end(into: &listed)
        default: break
        }
    }

    /// Whether an address asks a map server for a map (OGC Web Map Service, 7.3).
    private static func asksForMap(_ address: [UInt8]) -> Bool {
        String(decoding: address.prefix(1024), as: UTF8.self).lowercased().contains("request=getmap")
    }

    /// Adds the pictures among the addresses of the data that is read.
    private mutating func add(data text: [UInt8]) {
        let isMedia = dataName == Array("gx_media_links".utf8)
        for word in text.split(whereSeparator: EntryScratch.isSpace) where LocationDetection.isAbsolute(word) {
            if isMedia || LocationDetection.namesPicture(word) { add(Array(word)) }
        }
    }

    private mutating func add(_ picture: [UInt8]) {
        guard !picture.isEmpty, pictures.count < Self.mostPictures, !pictures.contains(picture) else { return }
        pictures.append(picture)
    }

    private mutating func end(into listed: inout Listed) {
        for picture in pictures {
            var row = ListingRow(picture, name: name)
            row.description = description
            listed.rows.append(row)
        }
        (name, description, pictures) = ([], [], [])
    }
}

/// The photos of a track's points, which are links of theirs: https://www.topografix.com/GPX/1/1/#type_linkType
package struct TrackLinks: XMLListing {
    private var name: [UInt8] = []
    private var link = ListingRow()
    private var type: [UInt8] = []

    package init() {}

    package mutating func started(_ path: ElementPath, _ attributes: some MarkupAttributes, into listed: inout Listed) {
        switch path.name {
        case "wpt", "rtept", "trkpt", "trk", "rte": name = []
        case "link": (link, type) = (ListingRow(attributes.value(of: "href") ?? []), [])
        default: break
        }
    }

    package mutating func ended(_ path: ElementPath, text: [UInt8], into listed: inout Listed) {
        switch (path.parent, path.name) {
        case ("link", "text"): link.description = PageText.collapsed(text)
        case ("link", "type"): type = text
        case (_, "name"): name = PageText.collapsed(text)
        case (_, "link") where path.parent != "metadata":
            let isPhoto =
                type.isEmpty ? LocationDetection.namesPicture(link.location) : type.starts(with: "image/".utf8)
            if isPhoto, !link.location.isEmpty {
                link.name = name.isEmpty ? link.description : name
                if name.isEmpty { link.description = [] }
                listed.rows.append(link)
            }
            link = ListingRow()
        default: break
        }
    }
}

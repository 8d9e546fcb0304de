/// A playlist whose tracks are photos: https://www.xspf.org/spec
package struct SlidePlaylist: XMLListing {
    private var track = ListingRow()

    package init() {}

    package mutating func started(_ path: ElementPath, _ attributes: some MarkupAttributes, into listed: inout Listed) {
        if path.name == "track" { track = ListingRow() }
    }

    package mutating func ended(_ path: ElementPath, text: [UInt8], into listed: inout Listed) {
        switch (path.parent, path.name) {
        case ("playlist", "title"): listed.title = String(decoding: PageText.collapsed(text), as: UTF8.self)
        // Several are copies of one.
        case ("track", "location"): if track.location.isEmpty { track.location = text }
        case ("track", "title"): track.name = PageText.collapsed(text)
        case ("track", "creator"): track.author = PageText.collapsed(text)
        case ("track", "annotation"): track.description = text
        case ("track", "image"): track.thumbnail = text
        case ("track", "info"): track.page = text
        case ("trackList", "track"):
            // A song's cover is no photo of the show.
            if LocationDetection.namesPicture(track.location) { listed.rows.append(track) }
            track = ListingRow()
        default: break
        }
    }
}

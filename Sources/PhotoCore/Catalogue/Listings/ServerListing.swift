/// A folder as nginx lists it in XML:
/// https://nginx.org/en/docs/http/ngx_http_autoindex_module.html#autoindex_format
package struct ServerListing: XMLListing {
    private var date: [UInt8] = []

    package init() {}

    package mutating func started(_ path: ElementPath, _ attributes: some MarkupAttributes, into listed: inout Listed) {
        if path.count == 2 { date = attributes.value(of: "mtime") ?? [] }
    }

    package mutating func ended(_ path: ElementPath, text: [UInt8], into listed: inout Listed) {
        let entry = ListedName(text)
        guard path.count == 2, let address = entry.address else { return }
        switch path.name {
        case "directory":
            listed.rows.append(ListingRow(address + [UInt8(ascii: "/")], name: text, kind: .opens))
        case "file" where entry.isPicture():
            var row = ListingRow(address, name: text)
            row.date = date
            listed.rows.append(row)
        default: break
        }
    }
}

/// A catalogue of gThumb: https://gitlab.gnome.org/GNOME/gthumb/-/blob/master/extensions/catalogs/gth-catalog.c
package struct ViewerCatalogue: XMLListing {
    package init() {}

    package mutating func started(_ path: ElementPath, _ attributes: some MarkupAttributes, into listed: inout Listed) {
        guard path.parent == "files", path.name == "file", let address = attributes.value(of: "uri"),
            LocationDetection.namesPicture(address)
        else { return }
        listed.rows.append(ListingRow(address))
    }

    package mutating func ended(_ path: ElementPath, text: [UInt8], into listed: inout Listed) {
        if path.count == 2, path.name == "name" { listed.title = String(decoding: text, as: UTF8.self) }
    }
}

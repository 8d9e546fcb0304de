import Foundation

/// A document that only names another one: `.url` of Windows, `.desktop` of free desktops, `.webloc` of macOS.
enum Shortcut {
    /// An address with the home folder in place of the name of its variable.
    static func expanded(_ address: [UInt8]) -> [UInt8] {
        let home = FileManager.default.homeDirectoryForCurrentUser.path
        var text = String(decoding: address, as: UTF8.self)
        for name in ["${HOME}", "$HOME"] { text = text.replacingOccurrences(of: name, with: home) }
        return Array(text.utf8)
    }

    /// Makes a row of a photo, which has the shortcut's name; anything else is opened instead of the shortcut.
    static func read(
        _ address: [UInt8], name: [UInt8]?, of document: URL, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        let address = FeedAddress.plain(address)
        guard LocationDetection.namesPicture(address) else {
            builder.facts.leadsTo = String(decoding: address, as: UTF8.self)
            return
        }
        builder.add(.name, name.map { String(decoding: $0, as: UTF8.self) } ?? ownName(of: document))
        address.withUnsafeBytes { builder.add(.location, $0) }
        try builder.endEntry(at: nil)
    }

    /// What the address in a shortcut means. A folder's URL ends in a slash: asks the disk, and may block.
    static func target(_ address: String, of shortcut: URL) throws(CatalogueFailure) -> URL {
        switch PhotoLocation.resolve(address, against: shortcut) {
        case .success(let url) where url.isFileURL && url.filePath.isFolder:
            return FolderLocation(url, isRecursive: false).url
        case .success(let url): return url
        case .failure(let failure): throw .notACatalogue(reason: failure.description)
        }
    }

    private static func ownName(of document: URL) -> String {
        document.deletingPathExtension().lastPathComponent
    }
}

extension CatalogueFormat {
    /// A shortcut to a web address, or to a file or folder.
    public static let shortcut = CatalogueFormat(
        translatable("shortcut"), endings: ["url", "desktop"],
        recognises: { head in
            ["InternetShortcut", "Desktop Entry"].contains { SettingsText.has(section: $0, head.text) }
                ? .certain : .none
        },
        makeParser: { head in
            WholeDocumentParser { (bytes, builder) throws(CatalogueFailure) in
                let text = try SettingsText(bytes)
                let windows = text["InternetShortcut"]?["URL"]
                let entry = text["Desktop Entry"]
                let isLink = entry?["Type"] == Array("Link".utf8)
                // KDE marks an address in which it replaces the names of variables.
                let plain = entry?["URL"].flatMap { $0.isEmpty ? nil : $0 }
                let link = plain ?? entry?["URL[$e]"].map(Shortcut.expanded)
                guard let address = windows ?? (isLink ? link : nil), !address.isEmpty else {
                    let keys = (entry ?? text["InternetShortcut"])?.values.prefix(mostKeys) ?? []
                    throw .noPhotosIn(
                        format: builder.facts.formatName, keys: keys.map { String(decoding: $0.key, as: UTF8.self) })
                }
                try Shortcut.read(address, name: entry?["Name"], of: head.hint.url, into: &builder)
            }
        })

    /// As many as a sentence can hold.
    private static let mostKeys = 5

    /// A property list whose only key is URL, which is all that macOS writes for a web address.
    public static let webLocation = CatalogueFormat(
        translatable("web location"), endings: ["webloc"],
        recognises: { webAddress(in: $0) == nil ? .none : .certain },
        makeParser: { head in
            let address = webAddress(in: head) ?? ""
            return WholeDocumentParser { (_, builder) throws(CatalogueFailure) in
                try Shortcut.read(Array(address.utf8), name: nil, of: head.hint.url, into: &builder)
            }
        })

    private static func webAddress(in head: CatalogueHead) -> String? {
        guard head.isWhole, head.bytes.count <= CatalogueHead.byteCount,
            head.bytes.starts(with: "bplist".utf8) || head.rootElementName == "plist",
            // Most other property lists end here. Foundation leaks an error for each that it cannot parse.
            head.bytes.firstRange(of: Array("URL".utf8)) != nil,
            let list = try? PropertyListSerialization.propertyList(from: Data(head.bytes), format: nil),
            let values = list as? [String: Any], values.count == 1
        else { return nil }
        return values["URL"] as? String
    }
}

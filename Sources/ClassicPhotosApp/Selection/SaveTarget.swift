import Foundation
import PhotoCore
import PhotoServices

/// The file and the format of a saved catalogue. A pure value.
struct SaveTarget: Equatable {
    let path: FilePath
    let format: CatalogueSaver.Format
    /// Whether the name differs from the person's, so that nobody was asked about replacing that file.
    let isRenamed: Bool

    var name: String { path.shownName }

    /// The format follows from the file extension; otherwise it is `chosen`, and its extension is added.
    init(_ path: FilePath, chosen: CatalogueSaver.Format) {
        let ending = path.url().shownExtension
        if let format = CatalogueSaver.Format.allCases.first(where: { $0.pathExtension == ending }) {
            (self.path, self.format, isRenamed) = (path, format, false)
        } else {
            isRenamed = true
            (self.path, self.format) = (FilePath(bytes: path.bytes + ".\(chosen.pathExtension)".utf8), chosen)
        }
    }

    /// A file name for a catalogue called `title`: without its extension and invalid characters.
    static func suggestedName(_ title: String) -> String {
        var name = SavedName.clean(ShownText.line(title), orElse: localized("Catalogue"))
        let url = URL(fileURLWithPath: "/\(name)")
        if CatalogueFormats.standard.endings.contains(url.pathExtension.lowercased()) {
            name = url.deletingPathExtension().lastPathComponent
        }
        return SavedName.name(String(name.prefix(60)), followedBy: "plist")
    }
}

extension CatalogueSaver.Format {
    /// Its name for a person.
    var displayName: String {
        switch self {
        case .propertyList: localized("Property list")
        case .json: "JSON"
        case .csv: localized("CSV table")
        }
    }
}

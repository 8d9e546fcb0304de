import Foundation
import PhotoCore
import PhotoServices

/// Where a catalogue is to be saved, and as what. A pure value.
struct SaveTarget: Equatable {
    let path: FilePath
    let format: CatalogueSaver.Format
    /// Whether it is called otherwise than the person has called it, so that nobody was asked about a file of that
    /// name.
    let isRenamed: Bool

    /// The file's name.
    var name: String { path.shownName }

    /// As the file's ending says; where that says nothing, as what is `chosen`, whose ending the file then gets.
    init(_ path: FilePath, chosen: CatalogueSaver.Format) {
        let ending = path.url().shownExtension
        if let format = CatalogueSaver.Format.allCases.first(where: { $0.pathExtension == ending }) {
            (self.path, self.format, isRenamed) = (path, format, false)
        } else {
            isRenamed = true
            (self.path, self.format) = (FilePath(bytes: path.bytes + ".\(chosen.pathExtension)".utf8), chosen)
        }
    }

    /// What a catalogue called `title` may be called as a file: without its ending or what no file's name can have.
    static func suggestedName(_ title: String) -> String {
        var name = title.replacing("/", with: "-").filter { !$0.isNewline && $0 != "\0" }
        let url = URL(fileURLWithPath: "/\(name)")
        if CatalogueFormats.standard.endings.contains(url.pathExtension.lowercased()) {
            name = url.deletingPathExtension().lastPathComponent
        }
        while name.hasPrefix(".") { name.removeFirst() }
        return SavedName.name(name.isEmpty ? "Catalogue" : String(name.prefix(60)), followedBy: "plist")
    }
}

extension CatalogueSaver.Format {
    /// What a person calls it.
    var displayName: String {
        switch self {
        case .propertyList: "Property list"
        case .json: "JSON"
        case .csv: "CSV table"
        }
    }
}

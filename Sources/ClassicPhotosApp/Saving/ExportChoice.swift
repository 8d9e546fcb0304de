import GLibBridge
import PhotoCore

/// The choices in the export dialog, restored the next time, including inactive ones.
struct ExportChoice: Equatable {
    var format: ExportOptions.Format
    var quality: Int
    var limitsSize: Bool
    var longestSide: Int
    var keepsMetadata: Bool
    var isFiltered: Bool

    var options: ExportOptions {
        ExportOptions(
            format: format, quality: quality, longestSide: limitsSize ? longestSide : nil,
            keepsMetadata: keepsMetadata, isFiltered: isFiltered)
    }
}

extension ExportChoice {
    /// The last choices; invalid stored formats are ignored.
    @MainActor
    init(_ settings: Settings) {
        let format = ExportOptions.Format(rawValue: settings.string("export-format", default: "")) ?? .jpeg
        let options = ExportOptions(
            format: format,
            quality: settings.integer("export-quality", default: ExportOptions.defaultQuality),
            longestSide: settings.integer("export-longest-side", default: ExportOptions.defaultSide))
        self.init(
            format: format, quality: options.quality,
            limitsSize: settings.boolean("export-limits-size", default: false),
            longestSide: options.longestSide ?? ExportOptions.defaultSide,
            keepsMetadata: settings.boolean("export-keeps-metadata", default: true),
            isFiltered: settings.boolean("export-applies-filter", default: true))
    }

    @MainActor
    func remember(in settings: Settings) {
        settings.set("export-format", format.rawValue)
        settings.set("export-quality", quality)
        settings.set("export-limits-size", limitsSize)
        settings.set("export-longest-side", longestSide)
        settings.set("export-keeps-metadata", keepsMetadata)
        settings.set("export-applies-filter", isFiltered)
    }
}

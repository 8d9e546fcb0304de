/// The rule by which a document's photos were found, where neither evidence nor its format's own rules decided: for an
/// explanation.
package enum ReadingRule: Sendable, Equatable {
    /// Usual words named the fields of its first photo.
    case words(EntryWords)
    /// It is a manifest, a collection, a canvas or a page of annotations of IIIF Presentation.
    case canvases
    /// It is IIIF's description of one picture.
    case pictureService
    /// It is a note about the photo next to it that it names.
    case note

    /// Lines of text.
    var explanation: [String] {
        switch self {
        case .words(let words):
            ["its own words say what is a photo"] + words.explanation
        case .canvases:
            ["read as IIIF Presentation: each picture of a canvas is a photo, in the order of the canvases"]
        case .pictureService: ["read as IIIF Image information: the picture of this service is the photo"]
        case .note: ["a note: its name continues that of a photo next to it, and its title is that photo"]
        }
    }
}

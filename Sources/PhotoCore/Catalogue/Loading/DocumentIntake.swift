import Foundation

/// A catalogue's document while its bytes arrive, read as a window reads it: the state of a reader that takes all of
/// it.
struct DocumentIntake {
    private let formats: CatalogueFormats
    private var url: URL
    private var intake: CatalogueIntake?
    /// The reply's `Link` fields.
    private var links: String?
    private(set) var failure: CatalogueFailure?

    /// The document asked for at `url`.
    init(of url: URL, as formats: CatalogueFormats) { (self.url, self.formats) = (url, formats) }

    /// What was taken for a photo, and why; nil for formats with rules of their own.
    var shape: PhotoShape? { intake?.builder.shape }

    /// The same for pages and feeds.
    var pictures: PictureTrace { intake?.builder.pictures ?? PictureTrace() }

    /// What is meant instead of the document, which is a shortcut; nil for any other.
    var target: Result<URL, CatalogueFailure>? {
        guard failure == nil, let text = intake?.builder.facts.leadsTo else { return nil }
        do throws(CatalogueFailure) { return .success(try Shortcut.target(text, of: url)) } catch {
            return .failure(error)
        }
    }

    /// Takes the next event of the request, and returns its bytes' room to `flow`.
    mutating func take(_ event: FetchEvent, _ flow: FetchFlow) {
        do throws(CatalogueFailure) {
            switch event {
            case .opened(let opening):
                (url, links) = (opening.url, opening.links)
                let hint = CatalogueHint(url: opening.url, contentType: opening.contentType)
                intake = CatalogueIntake(formats: formats, hint: hint, builder: CatalogueBuilder())
                intake?.builder.facts.isKept = opening.isKept
            case .bytes(let bytes):
                flow.taken(bytes.count)
                guard failure == nil else { return }
                try bytes.withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in try intake?.take(bytes) }
            case .unmarkedEnd: break
            case .ended(let ending?):
                guard failure == nil else { return }
                failure = ending == .cancelled ? .cancelled : .fetch(ending)
                intake?.breakOff()
            case .ended(nil): if failure == nil { try intake?.finish() }
            }
        } catch {
            failure = error
        }
    }

    /// What it lists so far. The next page is that of the reply's `Link` fields, if they name one.
    var catalogue: Catalogue {
        var catalogue = intake?.builder.finish(from: url) ?? Catalogue(from: url)
        if links != nil { catalogue.facts.more = catalogue.facts.more.preferring(links, at: url) }
        return catalogue
    }
}

import Foundation

@testable import PhotoCore
@testable import PhotoServices

/// What a filler has made of an address, as the program opens it.
struct ListedCatalogue {
    let catalogue: Catalogue
    let failure: CatalogueFailure?
    let version: BodyVersion?
    let isUnchanged: Bool
    var names: [String] { (0..<catalogue.count).map(catalogue.name) }

    /// Fills a catalogue from `url`; a `check` asks the server whether what is `known` is still so.
    init(
        _ filler: any CatalogueFilling, from url: URL, check: Bool = false, known: BodyVersion? = nil,
        retries: PageRetries? = nil
    ) {
        var builder = CatalogueBuilder()
        (builder.revalidates, builder.known) = (check, known)
        if let retries { builder.retries = retries }
        var failure: CatalogueFailure?
        do throws(CatalogueFailure) {
            try filler.fill(&builder, from: url) { _ throws(CatalogueFailure) in }
        } catch {
            failure = error
        }
        (self.failure, version, isUnchanged) = (failure, builder.version, builder.isUnchanged)
        catalogue = builder.finish(from: url)
    }
}

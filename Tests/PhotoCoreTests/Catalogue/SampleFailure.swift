import Foundation
import PhotoCore
import TestSupport

extension Sample {
    /// The failure that ends the reading, if any.
    static func failure(_ data: Data) -> CatalogueFailure? { failure(data, as: .core) }
}

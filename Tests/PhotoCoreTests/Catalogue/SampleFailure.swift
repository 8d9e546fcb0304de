import Foundation
import PhotoCore
import TestSupport

extension Sample {
    /// The failure that reading ends in; nil where it does not.
    static func failure(_ data: Data) -> CatalogueFailure? { failure(data, as: .core) }
}

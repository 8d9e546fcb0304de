import Foundation
import PhotoCore

/// The bases (`xml:base`) of the elements that are open and have one.
struct XMLBases {
    private var scopes: [(depth: Int, scope: LocationScope)]

    init(document: URL) { scopes = [(0, LocationScope(document: document))] }

    /// The base that an element states; nil without one.
    static func stated(by element: XMLElement) -> [UInt8]? { element.value(of: "base", in: XMLElement.xmlNamespace) }

    /// Enters an element that is `depth` deep and states this base. Returns the base if it is the whole document's.
    mutating func enter(_ base: [UInt8]?, depth: Int) -> String? {
        guard let base, let outer = scopes.last?.scope else { return nil }
        let text = String(decoding: base, as: UTF8.self)
        guard depth == 1 else {
            scopes.append((depth, outer.entering(text)))
            return nil
        }
        scopes = [(0, outer.entering(whole: text))]
        return text
    }

    /// Leaves an element that is `depth` deep.
    mutating func leave(depth: Int) { if scopes.count > 1, scopes.last?.depth == depth { scopes.removeLast() } }

    /// Whether an open element within the outermost has a base.
    var hasInner: Bool { scopes.count > 1 }

    /// The address as it counts at this place.
    func resolve(_ text: [UInt8]) -> [UInt8] { scopes.last?.scope.resolve(text) ?? text }
}

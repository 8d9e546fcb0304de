import Foundation

extension URL {
    /// What the browser may be handed of a catalogue's links: the address without its password or signing profile if it
    /// is http or https; otherwise nil. Any other scheme starts a program with what a stranger has written, or opens a
    /// file.
    public var webAddress: URL? {
        guard ["http", "https"].contains(scheme?.lowercased()), host?.isEmpty == false else { return nil }
        return withoutPassword
    }
}

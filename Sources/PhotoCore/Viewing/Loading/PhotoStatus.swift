/// How far a photo is that is looked at.
public enum PhotoStatus: Sendable, Equatable {
    /// Nothing is done about it.
    case waiting
    /// Its bytes are on their way; how much of them, 0 to 1, where the length is known.
    case fetching(fraction: Double?)
    /// Its bytes are there.
    case decoding
    /// It can be shown as sharply as was asked for.
    case ready
    /// It can't be had, or not all of it: what is there is shown.
    case failed(PhotoFailure)

    /// Whether nothing more happens by itself.
    public var isFinal: Bool {
        switch self {
        case .ready, .failed: true
        case .waiting, .fetching, .decoding: false
        }
    }
}

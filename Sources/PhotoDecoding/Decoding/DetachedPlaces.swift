import Foundation
import PhotoCore
import Synchronization

/// How many uninterruptible decodings may run at once, wanted or abandoned. Each format has its own limit, so that
/// endless pictures of one do not block the others.
final class DetachedPlaces: Sendable {
    static let shared = DetachedPlaces(max(2, ProcessInfo.processInfo.activeProcessorCount))

    /// The answer to a request for a place.
    enum Answer {
        /// The place is reserved until `leave`.
        case taken
        /// All are taken, but one will be free soon.
        case wait
        /// All are abandoned, for an unknown time.
        case refused
    }

    private let most: Int
    private let uses = Mutex<[EncodedPicture.Format: (taken: Int, givenUp: Int)]>([:])

    init(_ most: Int) { self.most = most }

    /// Checks and reserves in one step.
    func take(_ format: EncodedPicture.Format) -> Answer {
        uses.withLock { uses in
            let use = uses[format, default: (0, 0)]
            guard use.taken >= most else {
                uses[format, default: (0, 0)].taken += 1
                return .taken
            }
            return use.givenUp >= most ? .refused : .wait
        }
    }

    /// A running decoding is abandoned (1), or wanted after all (-1).
    func giveUp(_ format: EncodedPicture.Format, _ change: Int = 1) {
        uses.withLock { $0[format, default: (0, 0)].givenUp += change }
    }

    func leave(_ format: EncodedPicture.Format, wasGivenUp: Bool) {
        uses.withLock { uses in
            uses[format, default: (0, 0)].taken -= 1
            if wasGivenUp { uses[format, default: (0, 0)].givenUp -= 1 }
        }
    }
}

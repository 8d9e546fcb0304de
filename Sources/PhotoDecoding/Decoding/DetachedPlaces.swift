import Foundation
import PhotoCore
import Synchronization

/// How many decodings that can't be stopped may be under way at once, wanted or given up: so many of each format, for a
/// format whose pictures never end must not keep others from theirs.
final class DetachedPlaces: Sendable {
    /// Those of the program.
    static let shared = DetachedPlaces(max(2, ProcessInfo.processInfo.activeProcessorCount))

    /// What somebody hears who wants to begin.
    enum Answer {
        /// A place is theirs until they leave it.
        case taken
        /// All are taken, but one of them will be free before long.
        case wait
        /// All are taken by what was given up, and nobody knows for how long.
        case refused
    }

    private struct Use {
        var taken = 0
        var givenUp = 0
    }

    private let most: Int
    private let uses = Mutex<[EncodedPicture.Format: Use]>([:])

    init(_ most: Int) { self.most = most }

    /// Asks and takes in one step.
    func take(_ format: EncodedPicture.Format) -> Answer {
        uses.withLock { uses in
            let use = uses[format, default: Use()]
            guard use.taken >= most else {
                uses[format, default: Use()].taken += 1
                return .taken
            }
            return use.givenUp >= most ? .refused : .wait
        }
    }

    /// What has a place is given up (1), or wanted after all (-1).
    func giveUp(_ format: EncodedPicture.Format, _ change: Int = 1) {
        uses.withLock { $0[format, default: Use()].givenUp += change }
    }

    /// Gives a place back.
    func leave(_ format: EncodedPicture.Format, wasGivenUp: Bool) {
        uses.withLock { uses in
            uses[format, default: Use()].taken -= 1
            if wasGivenUp { uses[format, default: Use()].givenUp -= 1 }
        }
    }
}

import Foundation
import PhotoCore
import Synchronization

/// The conversions in use, by profile: making one takes some milliseconds, and the photos of a catalogue have few.
final class ColorConversions: Sendable {
    /// Those of the program.
    static let shared = ColorConversions()

    private struct Key: Hashable {
        let profile: Data
        let pixels: ColorConversion.Pixels
    }
    /// Nil within is for a profile that needs none.
    private let known: Mutex<CostCache<Key, ColorConversion?>>

    /// Keeps up to so many megabytes. A camera's profile has up to 4 KB, a scanner's or printer's 0.5 MB.
    init(budget: Int = 16 << 20) {
        known = Mutex(CostCache(budget: budget))
    }

    /// What makes sRGB of `pixels` in the colours of `profile`; nil where nothing is to be done, or nothing can be.
    func conversion(from profile: Data, _ pixels: ColorConversion.Pixels) -> ColorConversion? {
        let key = Key(profile: profile, pixels: pixels)
        if let known = known.withLock({ $0.value(for: key) }) { return known }
        // Outside of the lock: two threads that need the same one at once both make it, and that is all.
        let conversion = ColorConversion(from: profile, pixels)
        known.withLock { $0.set(conversion, for: key, cost: profile.count + Self.transformSize) }
        return conversion
    }

    /// About what Little CMS holds for one: a cube of 33 colours a side, of three 16-bit numbers; or 17 for inks.
    private static let transformSize = 33 * 33 * 33 * 6
}

import Foundation
import PhotoCore
import Synchronization

/// The conversions in use, by profile: creating one takes some milliseconds, and a catalogue's photos have few.
final class ColorConversions: Sendable {
    static let shared = ColorConversions()

    private struct Key: Hashable {
        let profile: Data
        let pixels: ColorConversion.Pixels
    }
    /// An inner nil means that the profile needs no conversion.
    private let known: Mutex<CostCache<Key, ColorConversion?>>

    /// Keeps conversions within a budget in bytes. A camera's profile has up to 4 KB, a scanner's or printer's 0.5 MB.
    init(budget: Int = 16 << 20) { known = Mutex(CostCache(budget: budget)) }

    /// The conversion to sRGB for `pixels` in the colours of `profile`; nil if none is necessary or possible.
    func conversion(from profile: Data, _ pixels: ColorConversion.Pixels) -> ColorConversion? {
        let key = Key(profile: profile, pixels: pixels)
        if let known = known.withLock({ $0.value(for: key) }) { return known }
        // Outside the lock: two threads that need the same one may both create it, which does no harm.
        let conversion = ColorConversion(from: profile, pixels)
        known.withLock { $0.set(conversion, for: key, cost: profile.count + Self.transformSize) }
        return conversion
    }

    /// The approximate memory of Little CMS for one: a cube with 33 colours per side, of three 16-bit numbers; or 17
    /// for inks.
    private static let transformSize = 33 * 33 * 33 * 6
}

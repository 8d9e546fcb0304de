import Foundation
import Synchronization

/// Whole numbers as the person's language writes them.
enum NumberText {
    /// Kept, for making one takes a millisecond.
    private static let formatter: Mutex<NumberFormatter> = {
        let formatter = NumberFormatter()
        formatter.numberStyle = .decimal
        return Mutex(formatter)
    }()

    /// "1,234".
    static func text(_ number: Int) -> String {
        formatter.withLock { $0.string(from: NSNumber(value: number)) } ?? "\(number)"
    }
}

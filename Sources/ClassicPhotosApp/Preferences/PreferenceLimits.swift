import PhotoCore

/// The numbers of settings, held within what the program can use: settings can be written by anyone.
enum PreferenceLimits {
    /// Simultaneous downloads from one server.
    static let downloads = 1...32
    /// Simultaneous filtrations; 0 for one per processor core.
    static let filtrations = 0...256
    /// The memory of row pictures in MiB; 0 for a share of the machine's.
    static let memory = 0...65_536
    /// Files on disk in MiB. Below 16, a catalogue and one screen of photos do not fit.
    static let disk = 16...1_048_576
    static let usualDisk = 512

    static func held(_ number: Int, in range: ClosedRange<Int>) -> Int {
        min(max(number, range.lowerBound), range.upperBound)
    }

    /// `mebibytes` of a setting in bytes.
    static func bytes(mebibytes: Int, in range: ClosedRange<Int>) -> Int { held(mebibytes, in: range) << 20 }

    /// Half for originals, half for filtered pictures; nil for the default.
    static func memoryBudget(mebibytes: Int) -> Int? {
        let bytes = bytes(mebibytes: mebibytes, in: memory)
        return bytes > 0 ? bytes / 2 : nil
    }

    /// The amount of `kind` in percent, for a stored one: below 0 for the filter's default.
    static func percent(stored: Int, of kind: FilterChoice.Kind) -> Int {
        stored < 0 ? Int((kind.defaultAmount * 100).rounded()) : min(stored, 100)
    }

    /// What is stored for an amount in percent: -1 for the filter's default.
    static func stored(percent: Int, of kind: FilterChoice.Kind) -> Int {
        percent == Self.percent(stored: -1, of: kind) ? -1 : held(percent, in: 0...100)
    }
}

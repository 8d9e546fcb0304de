/// Where the members of a ZIP are, from what its directory states of them, one after the other.
struct ZipPlaces {
    /// After as many bytes, places that are cut to 32 bits begin at 0 again.
    static let turn = 1 << 32

    private let shift: Int
    private let areCut: Bool
    private var last = 0
    private var turns = 0

    /// Of a ZIP behind `shift` bytes of other data, or of one whose places are cut: the program that cuts them writes
    /// its directory in the order of the file. A place before the last one is then one turn further.
    init(shift: Int, areCut: Bool) {
        self.shift = shift
        self.areCut = areCut
    }

    /// The place of the next member in the file; nil if it is beyond any.
    mutating func next(stated: Int) -> Int? {
        var place = stated
        if areCut, stated < Self.turn {
            // A directory has fewer entries than would make this too large.
            if stated < last { turns += 1 }
            last = stated
            place += turns * Self.turn
        }
        let (sum, isTooLarge) = place.addingReportingOverflow(shift)
        return isTooLarge || sum < 0 ? nil : sum
    }
}

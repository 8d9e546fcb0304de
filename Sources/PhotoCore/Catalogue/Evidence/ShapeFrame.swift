/// An array or an object that is open while ``ShapeReader`` reads.
struct ShapeFrame {
    let node: Int32
    let isArray: Bool
    /// Its number among all.
    let serial: Int
    /// The frames of the innermost record, and of the innermost object whose fields count.
    let home: Int
    let fieldHome: Int
    /// The first row of it that is held.
    var rows: Int
    let line: UInt32
    var last: Int32 = -1
    var width = 0
    var height = 0
    /// Whether it says that it is no picture.
    var isOther = false
    /// Whether it says that it is a picture.
    var isPicture = false
    /// Whether it has, as the innermost record, the type of a picture.
    var hasType = false
    /// Whether it says that its pictures are thumbnails.
    var isSmall = false
    /// Whether it lasts some time.
    var hasDuration = false
    /// The numbers that an array begins with.
    var numbers: [Int] = []
    /// Whether rows of it were handed over before its end.
    var wasFlushed = false
    /// Whether that was so with the row of its own picture, which precedes records within it.
    var hasRow = false
    /// Sides of addresses that their keys name.
    var sides: [(side: KeySense.Known, pixels: Int, node: Int32)] = []
    /// How much larger it is than the smallest, in hundredths; 0 if unknown.
    var scale = 0

    /// "1.5x"
    mutating func setScale(_ utf8: UnsafeRawBufferPointer) {
        let text = String(decoding: utf8.prefix(8), as: UTF8.self)
        guard text.hasSuffix("x"), let factor = Double(text.dropLast()), factor > 0, factor <= 100
        else { return }
        scale = Int(factor * 100)
    }
}

/// The ending of a picture's file, which is in the names of photos that have none of their own ("IMG_0001.jpg").
///
/// The rule for searching: a word is not looked for in it, for nobody who types `g` means all that end in ".jpg". A
/// word with a dot in it (".jpg", "1.j") is, and then in the whole name. Endings are those that pictures have
/// (``LocationDetection/namesPicture(_:)``): "Mr.Smith" ends in a name.
enum NameEnding {
    /// How many bytes, its dot included, the ending of the name in `text[start..<end]` takes; 0 where it has none, or
    /// where nothing stands before it. A few nanoseconds: asked of each of a million rows.
    @inline(__always)
    static func byteCount(in text: UnsafeRawBufferPointer, _ start: Int, _ end: Int) -> Int {
        for length in 3...4 where end - start > length + 1 && text[end - length - 1] == UInt8(ascii: ".") {
            var packed: UInt32 = 0
            for index in end - length..<end { packed = packed << 8 | UInt32(text[index] | 0x20) }
            // "jpg", without looking it up.
            return packed == 0x6A_7067 || LocationDetection.isExtension(packed) ? length + 1 : 0
        }
        return 0
    }

    /// Whether a folded word is looked for in endings, too.
    static func isMeant(by word: [UInt8]) -> Bool { word.contains(UInt8(ascii: ".")) }
}

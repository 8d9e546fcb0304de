import Foundation
import PhotoCore

/// What a bucket has listed, as it is kept: its rows in packed parts. A million rows take some 15 MB.
struct KeptBucket: Sendable {
    /// The address that the names of its objects are below.
    let source: URL
    /// The region that its requests are signed for.
    let region: String
    /// Equal for equal rows with equal objects, in every process. It also says how many pictures have no address.
    let version: String
    /// The rows, in their order.
    let parts: [PackedData]

    /// Bytes of all parts: some four million rows.
    static let mostBytes = 64 << 20
    /// Bytes of a part, unpacked: those of ``BucketPacker`` end with the row that makes them full.
    static let longestPart = 2 << 20

    /// How many of its pictures are no rows, because no address can name them.
    var withoutAddressCount: Int {
        // A damaged file may say anything.
        let told = version.split(separator: Self.separator).dropFirst().first.flatMap { Int($0) } ?? 0
        return max(0, min(told, LibraryMonths.mostPhotos))
    }

    /// The version of rows with this checksum.
    static func version(_ checksum: UInt64, withoutAddress count: Int) -> String {
        String(checksum, radix: 16) + (count > 0 ? "\(separator)\(count)" : "")
    }

    private static let separator: Character = "-"

    /// Adds the rows to `builder`, and calls `pause` after every few. Throws like
    /// ``CatalogueBuilder/endEntry(at:problem:isFolder:)``. Returns whether they were all there: a file may hold
    /// anything.
    func addRows(
        to builder: inout CatalogueBuilder, pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) -> Bool {
        for part in parts {
            guard let text = part.unpacked(longest: Self.longestPart) else { return false }
            let isWhole = try text.withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) -> Bool in
                var place = 0
                while place < bytes.count {
                    guard let name = Self.field(at: &place, of: bytes),
                        let location = Self.field(at: &place, of: bytes),
                        let date = Self.field(at: &place, of: bytes)
                    else { return false }
                    try builder.add(ObjectRow(name: name, location: location, date: date))
                    if builder.count % 256 == 0 { try pause(&builder) }
                }
                return true
            }
            guard isWhole else { return false }
        }
        return true
    }

    /// The field that begins at `place`, which then is after it; nil if it is not all there.
    private static func field(at place: inout Int, of bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        let size = MemoryLayout<UInt32>.size
        guard bytes.count - place >= size else { return nil }
        let count = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
        place += size
        guard bytes.count - place >= count else { return nil }
        defer { place += count }
        return UnsafeRawBufferPointer(rebasing: bytes[place..<place + count])
    }
}

/// Packs the rows of a bucket while they are listed, on a queue of its own. At its end the version is known.
struct BucketPacker {
    /// How many rows it has.
    private(set) var count = 0
    private var text: [UInt8] = []
    private var marks: [UInt64] = []
    private var sum = RunningChecksum()
    private let packing: PartPacking

    /// Without rows. More than ``KeptBucket/mostBytes`` are let go, unless it `keepsAll`.
    init(keepsAll: Bool = false) {
        packing = PartPacking(most: keepsAll ? .max : KeptBucket.mostBytes)
    }

    /// Adds a row.
    mutating func add(_ row: ObjectRow) {
        append(row.name)
        append(row.location)
        append(row.date)
        marks.append(row.mark.littleEndian)
        count += 1
        if text.count >= PartPacking.partBytes { endPart() }
    }

    private mutating func append(_ field: UnsafeRawBufferPointer) {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: field.count).littleEndian) { text.append(contentsOf: $0) }
        text.append(contentsOf: field)
    }

    private mutating func endPart() {
        text.withUnsafeBytes { sum.add($0) }
        marks.withUnsafeBytes { sum.add($0) }
        packing.take(Data(text))
        text.removeAll(keepingCapacity: true)
        marks.removeAll(keepingCapacity: true)
    }

    /// No more rows follow, and `count` pictures are none. Returns the version, and what has the parts.
    mutating func end(withoutAddress count: Int = 0) -> (version: String, packing: PartPacking) {
        if !text.isEmpty { endPart() }
        return (KeptBucket.version(sum.value, withoutAddress: count), packing)
    }
}

import Foundation
@testable import PhotoCore
@testable import PhotoServices

/// Files that the program, or another one, has written before.
extension FuzzTarget {
    static let kept = [buckets, smallPictures, trash]

    private static let address = URL(fileURLWithPath: "/bucket/")

    /// What is kept of a bucket: a packed part of these bytes, and these bytes as a packed part.
    private static let buckets = FuzzTarget(name: "buckets") { document in
        guard !document.isEmpty else { return }
        let data = Data(document)
        guard let packed = PackedData(data) else { fatalError("It cannot be packed") }
        expect(packed.unpacked(longest: document.count) == data, "It is unpacked otherwise")
        expect(packed.unpacked(longest: document.count - 1) == nil, "It is longer than it may be")
        // A row has three lengths of four bytes.
        expect(rowCount(packed) <= document.count / 12, "There are more rows than bytes for them")
        for byteCount in [Int.min, -1, 0, 1, 300, .max] {
            _ = rowCount(PackedData(bytes: data, byteCount: byteCount, checksum: 0))
        }
    }

    private static func rowCount(_ part: PackedData) -> Int {
        let bucket = KeptBucket(source: address, region: "", version: "", parts: [part])
        var builder = CatalogueBuilder()
        do throws(CatalogueFailure) {
            _ = try bucket.addRows(to: &builder) { _ throws(CatalogueFailure) in }
        } catch {
            _ = error.description
        }
        return builder.count
    }

    /// The small picture of a recent catalogue: the document's bytes, and the file that it describes. Its first bytes
    /// are the sides, the others the pixels.
    private static let smallPictures = FuzzTarget(name: "small-pictures") { document in
        let sides = [0, 1].map { 1 + (document.count > $0 ? Int(document[$0]) % RecentPicture.longestSide : 0) }
        let byteCount = 4 * sides[0] * sides[1]
        var described = Data("CPpixel1".utf8)
        described.append(contentsOf: [0, UInt8(sides[0]), 0, UInt8(sides[1])])
        described.append(contentsOf: document.dropFirst(2).prefix(byteCount))
        described.append(Data(count: byteCount - min(byteCount, max(0, document.count - 2))))
        expect(RecentPicture(fileBytes: described) != nil, "It is not read")
        for file in [Data(document), described] {
            guard let picture = RecentPicture(fileBytes: file) else { continue }
            expect(picture.fileBytes == file, "It is stored otherwise")
            _ = RecentPicture(picture.pixels)
        }
    }

    /// The note of a removed file.
    private static let trash = FuzzTarget(name: "trash") { document in
        for start in ["", "[Trash Info]\nPath="] {
            let text = start + String(decoding: document, as: UTF8.self)
            for top in [nil, URL(fileURLWithPath: "/media/disk")] {
                let folder = TrashFolder(folder: URL(fileURLWithPath: "/trash"), top: top)
                guard let path = folder.originalPath(in: text) else { continue }
                expect(path.bytes.first == UInt8(ascii: "/"), "\(path) is no place")
                expect(!path.bytes.contains(0), "A path has a zero")
            }
        }
    }
}

import Foundation
import PhotoCore

/// The fetch of a smaller picture that lies further on in a photo's file: its bytes, apart from the photo's.
struct DistantFetch {
    /// What is to be fetched next.
    var wanted: DistantPicture?
    /// Whether the server gives no pieces of this photo.
    private(set) var isRefused = false
    private var picture: DistantPicture?
    private var bytes = Data()

    /// Whether what comes belongs to a picture, and not to the photo.
    var isUnderWay: Bool { picture != nil }
    /// How many bytes have come.
    var byteCount: Int { bytes.count }
    /// How many are to come in all.
    var expected: Int? { picture?.range.count }

    /// Whether more has come than was asked for.
    var isTooLong: Bool { byteCount > expected ?? 0 }

    /// Begins with what is wanted, if anything is.
    mutating func begin() -> DistantPicture? {
        picture = wanted
        wanted = nil
        bytes = Data()
        return picture
    }

    /// More of it has come.
    mutating func take(_ more: Data) { bytes += more }

    /// It has ended: the picture and its bytes, if these are all.
    mutating func end() -> (DistantPicture, Data)? {
        defer { giveUp() }
        return picture.flatMap { $0.range.count == bytes.count ? ($0, bytes) : nil }
    }

    /// The server gives no pieces of this photo: what comes, if anything does, is the photo.
    mutating func refuse() {
        isRefused = true
        giveUp()
    }

    /// What comes belongs to the photo again.
    mutating func giveUp() {
        picture = nil
        bytes = Data()
    }
}

import Foundation

/// A camera's data on a photo.
public struct CameraFacts: Sendable, Equatable {
    /// Maker and model.
    public var camera: String?
    /// The lens.
    public var lens: String?
    /// In seconds.
    public var exposureTime: Double?
    /// The f-number.
    public var aperture: Double?
    /// ISO.
    public var speed: Int?
    /// In millimetres.
    public var focalLength: Double?
    /// The date on the camera's clock, in Exif's form: "2024:05:17 14:03:22".
    public var date: String?
    /// The offset of the camera's clock from UTC, if known, in Exif's form: "+02:00".
    public var zone: String?
    /// Degrees north.
    public var latitude: Double?
    /// Degrees east.
    public var longitude: Double?

    /// No data.
    public init() {}

    /// Where it was taken, if that is a place on Earth. 0, 0 means an unknown place.
    var place: (latitude: Double, longitude: Double)? {
        guard let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 180, latitude != 0 || longitude != 0
        else { return nil }
        return (latitude, longitude)
    }
}

/// Reads cameras' data out of encoded photos.
public protocol CameraFactsReading: Sendable {
    /// The data in the encoded photo; empty if there are none, or if it is broken. Blocks the calling thread.
    func facts(in data: Data) -> CameraFacts
}

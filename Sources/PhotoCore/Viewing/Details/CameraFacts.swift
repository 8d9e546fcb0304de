import Foundation

/// What a camera has written into a photo.
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
    /// When it was taken, by the camera's own clock, in Exif's form: "2024:05:17 14:03:22".
    public var date: String?
    /// How far the camera's clock is ahead of UTC, where it says so, in Exif's form: "+02:00".
    public var zone: String?
    /// Degrees to the north.
    public var latitude: Double?
    /// Degrees to the east.
    public var longitude: Double?

    /// Nothing.
    public init() {}

    /// Where it was taken, if that is a place on Earth. 0, 0 is where cameras are that do not know.
    var place: (latitude: Double, longitude: Double)? {
        guard let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 180, latitude != 0 || longitude != 0
        else { return nil }
        return (latitude, longitude)
    }
}

/// Reads what a camera has written. Safe on any thread but the main one, which it would block.
public protocol CameraFactsReading: Sendable {
    /// What the encoded photo says; nothing where it says nothing, or is broken.
    func facts(in data: Data) -> CameraFacts
}

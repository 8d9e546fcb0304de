/// How much of a photo is decoded: the whole at some levels of detail, or a part while it arrives. A pure value.
struct DecodedLevels {
    /// The photo's facts; its planes are those decoded last.
    private(set) var photo: DecodedPhoto?
    private(set) var layers: [Int: PhotoLayer] = [:]
    /// Whether the layers cover only a part of the photo.
    private(set) var isPartial = false

    var uprightSize: PixelSize? { photo.map { $0.orientation.turned($0.size) } }

    /// Whether its end is missing.
    var isCutShort: Bool { !isPartial && photo?.problem == .cutShort }

    /// The progress of a photo decoded this far.
    var status: PhotoStatus {
        guard let problem = photo?.problem, problem != .cutShort else { return .ready }
        return .failed(.decode(problem))
    }

    /// Whether `detail` needs more than is decoded, and the photo has it.
    func lacks(_ detail: PhotoDetail) -> Bool {
        guard let photo, let size = uprightSize, photo.frames == nil, let finest = layers.keys.min() else {
            return false
        }
        return finest > max(photo.finestLevel, detail.level(of: size))
    }

    /// Adds the levels of `photo`. The next part, or the whole, replaces a part.
    mutating func add(_ photo: DecodedPhoto, isPartial isPart: Bool) {
        if isPart || isPartial { layers = [:] }
        isPartial = isPart
        self.photo = photo
        for (level, plane) in photo.planes {
            layers[level] = PhotoLayer(plane, level: level, of: photo.size, orientation: photo.orientation)
        }
    }

    /// Frees the levels finer than `level`.
    mutating func release(finerThan level: Int) {
        let left = layers.filter { $0.key >= level }
        guard left.count < layers.count else { return }
        layers = left.mapValues { $0.apart() }
        photo = photo.map {
            DecodedPhoto(
                size: $0.size, orientation: $0.orientation, format: $0.format, planes: [:],
                finestLevel: $0.finestLevel, problem: $0.problem, frames: $0.frames)
        }
    }
}

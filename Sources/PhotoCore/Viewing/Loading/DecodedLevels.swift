/// How much of a photo is decoded: the whole at some levels of detail, or a part while it arrives. A pure value.
struct DecodedLevels {
    /// The photo's facts; its planes are those decoded last.
    private(set) var photo: DecodedPhoto?
    private(set) var layers: [Int: PhotoLayer] = [:]
    /// Whether the layers cover only a part of the photo.
    private(set) var isPartial = false
    /// Whether the layer is a smaller picture of the photo, from elsewhere.
    private(set) var isPreview = false

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
        if isPart || isPartial || isPreview { layers = [:] }
        (isPartial, isPreview) = (isPart, false)
        self.photo = photo
        for (level, plane) in photo.planes {
            layers[level] = PhotoLayer(plane, level: level, of: photo.size, orientation: photo.orientation)
        }
    }

    /// Shows `picture` for the whole photo of the upright `size`, unless some of the photo itself is decoded.
    mutating func show(preview picture: DecodedPhoto, of size: PixelSize) {
        guard photo == nil, let plane = picture.planes[0] else { return }
        let layer = PhotoLayer(whole: plane, of: size, orientation: picture.orientation)
        // It is not enlarged there. Level 0 is the photo itself.
        layers = [max(1, PhotoDetail.level(for: layer.density)): layer]
        isPreview = true
    }

    /// Whether a preview is shown, and is all that `detail` asks for.
    func previewSuffices(for detail: PhotoDetail) -> Bool {
        guard isPreview, let layer = layers.values.first else { return false }
        switch detail {
        // Of pixels there is nothing finer than the photo's own.
        case .level(let level): return layer.density >= PhotoDetail.scale(of: max(0, level)) * 0.999
        case .fitting(let box):
            let fitting = min(1, Double(box.width) / layer.area.width, Double(box.height) / layer.area.height)
            return layer.density >= fitting * Self.sharpEnough
        }
    }

    /// A preview that is enlarged by a quarter still looks sharp as a whole.
    private static let sharpEnough = 0.8

    /// Frees the levels finer than `level`.
    mutating func release(finerThan level: Int) {
        if isPreview { return }
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

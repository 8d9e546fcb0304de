import Foundation

/// How much memory a decode takes at its peak, in the worker and in the program, according to the picture's header.
/// Nothing is decoded; the bytes are untrusted.
package struct DecodeNeed: Sendable, Equatable {
    /// An estimate, on the high side.
    package let byteCount: Int
    /// What it takes at the very least: pixels alone.
    package let leastByteCount: Int
    /// The picture's upright size; nil if the header does not state it.
    package let size: PixelSize?

    /// More than all pixels of the largest pictures: decodes of unknown size have all the memory to themselves. So do
    /// drawings with photos.
    private static let unknown = Int.max
    /// A drawing is rendered at the size shown, up to this many pixels in a row, and on its page.
    package static let mostDrawnPixels = (row: 2_000_000, page: 32_000_000)
    /// A photo of inks is decoded in full, whatever is shown of it, up to this many pixels.
    package static let mostInkPixels = 36_000_000

    /// What a row needs. `scaled` returns the size at which a picture of this size is shown whole.
    package init(ofRow data: Data, pixelLimit: Int, scaled: (PixelSize) -> PixelSize) {
        self.init(data, pixelLimit) { picture in
            guard picture.format != .svg else { return (4 * Self.mostDrawnPixels.row, 0) }
            let pixels = picture.pixels(at: picture.format == .jpeg ? Self.divisor(picture.size, scaled) : 1)
            return (picture.decoding(pixels), picture.pixelsAlone(pixels))
        }
    }

    /// What a photo needs on its page, at `detail`.
    package init(ofPhoto data: Data, pixelLimit: Int, at detail: PhotoDetail) {
        self.init(data, pixelLimit) { picture in
            // JPEGs are decoded in full for half of their size, and small ones of inks for any.
            let isFull = picture.channels == 4 && picture.size.width <= Self.mostInkPixels / max(1, picture.size.height)
            let isScaled = picture.format == .jpeg && !isFull
            let level = isScaled ? max(0, min(3, detail.level(of: picture.size))) : 0
            var pixels = picture.pixels(at: level <= 1 ? 1 : 1 << level)
            if picture.format == .svg { pixels = Self.mostDrawnPixels.page }
            // The pixels and all coarser levels, a third more, exist in the worker and in shared memory.
            let finished = 8 * picture.channels * pixels / 3
            let byteCount = max(picture.decoding(pixels), finished + picture.drawnFrame(pixels))
            return (byteCount, picture.format == .svg ? 0 : max(picture.pixelsAlone(pixels), finished))
        }
    }

    private init(
        _ data: Data, _ pixelLimit: Int, _ need: (HeaderFacts) -> (byteCount: Int, least: Int)
    ) {
        guard let picture = HeaderFacts(data), picture.format != .svg || !DrawnPhotos.mayExist(in: data) else {
            (byteCount, leastByteCount, size) = (Self.unknown, 0, nil)
            return
        }
        // The worker's copy, and that of loaders that collect all bytes first.
        let encoded = 2 * data.count
        size = picture.size
        guard picture.size.width <= pixelLimit / max(1, picture.size.height) else {
            // The decoder refuses it.
            (byteCount, leastByteCount) = (encoded, 0)
            return
        }
        let found = need(picture)
        (byteCount, leastByteCount) = (found.byteCount + encoded, found.least)
    }

    /// The divisor at which libjpeg decodes for a row: 8, 4, 2 or 1, whatever the orientation.
    private static func divisor(_ size: PixelSize, _ scaled: (PixelSize) -> PixelSize) -> Int {
        let shown = scaled(size)
        let longest = max(shown.width, shown.height)
        return [8, 4, 2].first { min(size.width, size.height) / $0 >= longest } ?? [8, 4, 2].first {
            size.width / $0 >= shown.width && size.height / $0 >= shown.height
        } ?? 1
    }
}

/// What a picture's header says of the memory that its decoder needs.
private struct HeaderFacts {
    let format: EncodedPicture.Format
    let size: PixelSize
    /// Bytes per pixel of the result, at most.
    let channels: Int
    /// Bytes per pixel that a JPEG's decoder holds for all scans, at any size of the result.
    private let coefficients: Int

    /// Nil without a size, unless it is a drawing.
    init?(_ data: Data) {
        guard let format = data.withUnsafeBytes({ EncodedPicture.Format(sniffing: ByteReader($0)) }) else { return nil }
        self.format = format
        if format == .svg {
            (size, channels, coefficients) = (PixelSize(width: 1, height: 1), 4, 0)
            return
        }
        guard let size = format == .tiff ? Self.tiffSize(data) : PhotoHeader.uprightSize(of: data) else { return nil }
        self.size = size
        guard format == .jpeg else {
            // PNG specification, third edition, 11.2.2: the colour types 0 and 2 have no alpha.
            let isOpaque = format == .png && data.count > 25 && [0, 2].contains(data[data.startIndex + 25])
            (channels, coefficients) = (isOpaque ? 3 : 4, 0)
            return
        }
        let (components, isOneScan) = data.withUnsafeBytes { Self.jpegFacts(ByteReader($0), $0.count) }
        channels = components < 4 ? 3 : 4
        // Two bytes each: libjpeg needs all scans before it can make any pixel final.
        coefficients = isOneScan ? 0 : 2 * max(3, components)
    }

    /// The number of components, and whether one scan has them all: libjpeg decides so at the first scan.
    private static func jpegFacts(_ bytes: ByteReader, _ count: Int) -> (components: Int, isOneScan: Bool) {
        let frame = JPEGFrameHeader.first(in: bytes, range: 0..<count)
        let components = frame?.components.count ?? 3
        let scan = JPEGSegments(bytes).first { $0.code == 0xDA }.flatMap { bytes[$0.content.lowerBound] } ?? 0
        return (components, frame?.process == .sequential && scan >= components)
    }

    func pixels(at divisor: Int) -> Int {
        ((size.width + divisor - 1) / divisor) * ((size.height + divisor - 1) / divisor)
    }

    /// Bytes of this many pixels, and of what they are made from.
    func pixelsAlone(_ pixels: Int) -> Int {
        coefficients * size.width * size.height + (format == .svg ? 0 : channels * pixels)
    }

    /// Bytes while this many pixels are decoded.
    func decoding(_ pixels: Int) -> Int {
        switch format {
        case .jpeg: coefficients * size.width * size.height + 4 * pixels
        case .png, .bmp, .tiff, .svg: 4 * pixels
        // The canvas, and what is drawn on it.
        case .gif, .webp: 8 * pixels
        // As coded, with up to 12 bits in two bytes; in colours; and the result.
        case .avif, .heif: 12 * pixels
        }
    }

    /// Bytes of the copy that a photo with frames needs.
    func drawnFrame(_ pixels: Int) -> Int { format == .gif || format == .webp ? 4 * pixels : 0 }

    /// TIFF 6.0, section 3: ImageWidth and ImageLength of the first directory.
    private static func tiffSize(_ data: Data) -> PixelSize? {
        data.withUnsafeBytes { bytes in
            guard let reader = TIFFReader(ByteReader(bytes), start: 0, end: bytes.count),
                let first = reader.firstDirectory, let width = reader.value(256, in: first),
                let height = reader.value(257, in: first), width > 0, height > 0
            else { return nil }
            return PixelSize(width: width, height: height)
        }
    }
}

/// The file of a JPEG in a PDF document (ISO 32000-1, 7.4.8): its bytes, behind a head with which readers of files see
/// the colours that the document shows.
///
/// PDF shows samples as they are stored, unless the document inverts them. Readers of files invert those of inks: of
/// all JPEGs, or of those with Adobe's segment. In a TIFF, a JPEG's samples are what that says.
package struct PDFJPEG {
    package let kind: PDFPictureName.Kind
    /// What stands in place of the first bytes.
    package let head: [UInt8]
    /// How many bytes the head replaces.
    package let replaced: Int

    /// Nil for one that is no JPEG, or whose colours no file has. `colorTransform` is the document's word on whether
    /// the colours are stored as luma and chroma, which counts without Adobe's segment.
    package init?(
        _ bytes: UnsafeRawBufferPointer, isInverted: Bool, colorTransform: Int?, orientation: ExifOrientation
    ) {
        let reader = ByteReader(bytes)
        guard reader.has([0xFF, 0xD8], at: 0) else { return nil }
        let facts = Facts(reader)
        let isOfLuma = facts.adobe ?? colorTransform ?? 0 != 0
        var head: [UInt8] = [0xFF, 0xD8]
        if orientation != .topLeft { head += Self.segment(0xE1, Array("Exif\0\0".utf8) + orientation.tiff) }
        var replaced = 2
        switch (facts.components, isInverted) {
        case (1, true), (4, false):
            // A TIFF's inks are not stored as luma and chroma.
            guard facts.components == 1 || !isOfLuma, let size = facts.size, facts.isWhole,
                let samples = PDFSamples(
                    width: size.width, height: size.height, bits: 8, colors: isInverted ? .gray : .cmyk,
                    isInverted: isInverted, packing: .jpeg, predictor: 1, orientation: orientation),
                let file = samples.file(around: bytes)
            else { return nil }
            (kind, self.head, self.replaced) = (samples.kind, file.head, 0)
            return
        case (4, true): if facts.adobe == nil { head += Self.adobe(transform: isOfLuma ? 2 : 0) }
        case (3, false) where facts.adobe == nil && colorTransform == 0:
            head += Self.adobe(transform: 0)
            replaced = Self.copyOthers(of: bytes, to: &head)
        case (_, true): return nil
        default: break
        }
        (kind, self.head, self.replaced) = (.jpeg, head, replaced)
    }

    /// What the segments say.
    private struct Facts {
        var components: Int?
        var size: PixelSize?
        /// Whether no component has fewer samples than the others.
        var isWhole = false
        /// The transformation that Adobe's segment states.
        var adobe: Int?

        init(_ bytes: ByteReader) {
            for segment in JPEGSegments(bytes) {
                let content = segment.content
                if segment.isAdobe(bytes) {
                    adobe = bytes[content.lowerBound + 11]
                } else if JPEGFrameHeader.isFrame(segment.code) {
                    let frame = JPEGFrameHeader(
                        bytes, code: segment.code, segment: (content.lowerBound - 2)..<content.upperBound)
                    (components, size) = (frame?.components.count, frame?.size)
                    // No other factors are known to TIFF.
                    isWhole = (0..<(components ?? 0)).allSatisfy { bytes[content.lowerBound + 7 + 3 * $0] == 0x11 }
                }
            }
        }
    }

    /// Copies the segments before the first scan, but JFIF's, which says how colours are stored; returns where the scan
    /// begins.
    private static func copyOthers(of bytes: UnsafeRawBufferPointer, to head: inout [UInt8]) -> Int {
        let reader = ByteReader(bytes)
        var end = 2
        for segment in JPEGSegments(reader) where segment.code != 0xDA {
            end = segment.content.upperBound
            let isJFIF = segment.code == 0xE0 && reader.has("JFIF", at: segment.content.lowerBound)
            if !isJFIF { head += bytes[(segment.content.lowerBound - 4)..<end] }
        }
        return end
    }

    private static func adobe(transform: UInt8) -> [UInt8] {
        segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, transform])
    }

    private static func segment(_ code: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, code, 0, UInt8(content.count + 2)] + content
    }
}

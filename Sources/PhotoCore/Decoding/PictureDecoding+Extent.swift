extension PictureDecoding {
    /// The photo whose bytes were fetched for `size`, whether these are all of them or just enough; otherwise as
    /// ``decode(_:toFill:isCancelled:)``.
    func decode(
        _ fetched: FetchedData, toFill size: PixelSize, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> PixelBuffer {
        guard case .thumbnail(let whole, let content) = fetched.extent, content != whole else {
            return try decode(fetched.data, toFill: size, isCancelled: isCancelled)
        }
        // Without its bars.
        let picture = try decode(fetched.data, toFill: whole, isCancelled: isCancelled).middle(content)
        let shrunk = picture.bytes.withUnsafeBytes { bytes in
            AreaScaler.Source(bytes: bytes, size: picture.size, bytesPerRow: picture.bytesPerRow, channels: 4)
                .flatMap {
                    AreaScaler.shrink($0, to: CoverFit(of: picture.size, filling: size), isCancelled: isCancelled)
                }
        }
        guard let shrunk else { throw .cancelled }
        return shrunk
    }
}

/// What the kernel lets a worker have.
package enum WorkerRights {
    /// Its address space. A photo of 151 megapixels with alpha takes 600 MB, its coarser levels take a third of that,
    /// and both may exist twice.
    package static let memoryByteCount = 6 << 30
    /// The private memory of a worker for drawings: a photo in a drawing may have any number of pixels, which only its
    /// decoder learns. The largest photo fits, and the copy that the drawing takes. The account has more than this on
    /// every machine.
    package static let drawingByteCount = 1200 << 20
    /// The private memory of a worker for archives: some are packed so that a gigabyte is needed to unpack them.
    package static let archiveByteCount = 1200 << 20
    /// The most memory for pixels that the program lends it at a time, whatever it decodes: 151 megapixels with alpha
    /// and their coarser levels have 805 million bytes. ``PixelAllowance`` is the limit of a decode.
    package static let sharedByteCount = 1 << 30
    /// The memory with the bytes of pictures, or the pixels of exports, that it gets in its whole life, in bytes: under
    /// attack it could keep all of it. Then another worker takes its place.
    package static let handedByteCount = 1 << 30
    /// Its open files: standard input, output and error, the link, the memory of a picture, a font, and a few more.
    package static let descriptors = 16
    /// Processor time in its whole life.
    package static let processorSeconds = 3600
}

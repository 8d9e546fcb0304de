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
    /// The largest memory that it can share with the program: 151 megapixels with alpha and their coarser levels have
    /// 805 million bytes.
    package static let sharedByteCount = 1 << 30
    /// Its open files: standard input, output and error, the link, the memory of a picture and of its pixels, a font,
    /// and a few more. No other limit counts memory that is open but not mapped.
    package static let descriptors = 16
    /// What it can fill of such memory. It can have a few more pieces on their way to the program.
    package static let unmappedByteCount = (descriptors - 4) * sharedByteCount
    /// The status with which it ends if its pixels cannot be sent, because too many descriptors of the user's processes
    /// wait in sockets: EX_TEMPFAIL of sysexits.h.
    package static let crowdedStatus: CInt = 75
    /// Processor time in its whole life.
    package static let processorSeconds = 3600
}

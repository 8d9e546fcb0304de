/// What the kernel lets a worker have.
package enum WorkerRights {
    /// Its address space. A photo of 151 megapixels with alpha takes 600 MB, its coarser levels take a third of that,
    /// and both may exist twice.
    package static let memoryByteCount = 6 << 30
    /// The largest memory that it can share with the program.
    package static let sharedByteCount = 2 << 30
    /// Its open files, of which some are memory.
    package static let descriptors = 64
    /// Processor time in its whole life.
    package static let processorSeconds = 3600
}

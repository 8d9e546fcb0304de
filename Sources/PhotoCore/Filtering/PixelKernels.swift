import CPixelKernels

/// The filters' inner loops for one kind of processor. What stands in the way of writing them in Swift, and what each
/// one does, is said in CPixelKernels.h.
///
/// Measured with a colour matrix over 24 MP, in milliseconds, on an EPYC 9004 whose other core was busy; into new
/// memory, and into memory in use: SSE2 30 and 22, AVX2 15 and 10, AVX-512 12 and 8, memcpy 8 and 7. In Swift it took
/// 22 to 26 into memory in use (SSE2), or 13 with a whole module compiled for AVX2. AVX2's fused multiply-add would
/// save it 2, and make its results differ from the others' now and then.
///
/// @unchecked Sendable: a table of functions without state, which nothing changes.
package struct PixelKernels: @unchecked Sendable {
    /// The C functions.
    let table: pixel_kernels

    /// Those that this processor can run, the plainest first.
    package static let all = [pixel_kernels_portable(), pixel_kernels_avx2(), pixel_kernels_avx512()]
        .compactMap { $0.map { PixelKernels(table: $0.pointee) } }

    /// For every processor of this architecture.
    package static let portable = PixelKernels(table: pixel_kernels_portable().pointee)

    /// The widest that this processor can run.
    package static let widest = all.last ?? portable
}

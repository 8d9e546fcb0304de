import CPixelKernels

/// The filters' inner loops for one kind of processor. CPixelKernels.h says why they are not in Swift, and describes
/// each.
///
/// Measured with a colour matrix over 24 MP, in milliseconds, on an EPYC 9004 with one busy core, into new and into
/// used memory: SSE2 30 and 22, AVX2 15 and 10, AVX-512 12 and 8, memcpy 8 and 7. Swift took 22 to 26 into used memory
/// (SSE2), or 13 with a whole module compiled for AVX2. AVX2's fused multiply-add would save 2 ms, and occasionally
/// give different results.
///
/// @unchecked Sendable: an immutable table of functions without state.
package struct PixelKernels: @unchecked Sendable {
    /// The C functions.
    let table: pixel_kernels

    /// The kernels that this processor can run, the plainest first.
    package static let all = [pixel_kernels_portable(), pixel_kernels_avx2(), pixel_kernels_avx512()]
        .compactMap { $0.map { PixelKernels(table: $0.pointee) } }

    /// For every processor of this architecture.
    package static let portable = PixelKernels(table: pixel_kernels_portable().pointee)

    /// The widest that this processor can run.
    package static let widest = all.last ?? portable
}

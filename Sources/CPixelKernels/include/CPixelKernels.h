// The filters' inner loops, each compiled for the plainest processor of the architecture and for wider ones.
//
// Why C and not Swift: a function has to be compiled for AVX2 and called only where there is AVX2. Swift 6.3 has no way
// to say that of one function. A Swift module compiled whole with -Xcc -mavx2 (unsafeFlags) does run at the same speed,
// but its object file also holds weak copies of code that other modules emit as well (seen with nm:
// __swift_memcpy96_16, specialisations of the standard library's generics), and the linker is free to take those for
// the whole program: it would then die of an illegal instruction on an older processor. In C the target belongs to the
// function.
//
// The vectors are the compiler's own (vector_size), so that the same source serves SSE2, AVX2, AVX-512 and NEON. All
// paths do the same operations in the same order, without fused multiply-add: their results are the same to the bit.
//
// Units: a "deep" channel is a UInt16 that counts 1/128 of an 8-bit channel's step, 0...32640.

#ifndef C_PIXEL_KERNELS_H
#define C_PIXEL_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// //The new channel o of a pixel is offset[o] + weight[o][0] red + weight[o][1] green + weight[o][2] blue, 0...255.
struct pixel_matrix {
    float weight[3][3];
    float offset[3];
    // Whether a sum can be negative before clamping.
    bool reaches_below_zero;
};

// The falloff of light along one row of a picture: see vignette below.
struct pixel_falloff {
    // The horizontal distance of the first pixel from the middle, in pixels.
    float first;
    // The factor of squared distances in pixels.
    float scale;
    // The row's own scaled square.
    float row;
    // 0...1.
    float amount;
};

// Deep scratch rows are read and written in steps of this many channels, and need as many spare ones at the end.
enum { pixel_kernels_spare = 128 };

// Pointers need no more than their type's alignment. Sources and targets do not overlap. Counts may be 0.
struct pixel_kernels {
    // Maps RGBA pixels; alpha is unchanged. Rounds to nearest, halves up, and clamps to 0...255.
    void (*_Nonnull color_matrix)(
        const uint8_t *_Nonnull source, uint8_t *_Nonnull target, size_t pixels,
        const struct pixel_matrix *_Nonnull matrix);

    // Multiplies the colours of RGBA pixels by 1 - amount + amount / (1 + d)^2, where d = row + scale x^2.
    void (*_Nonnull vignette)(
        const uint8_t *_Nonnull source, uint8_t *_Nonnull target, size_t pixels,
        const struct pixel_falloff *_Nonnull falloff);

    // Whether every pixel's alpha is 255.
    bool (*_Nonnull is_opaque)(const uint8_t *_Nonnull source, size_t pixels);

    // 8-bit channels to deep ones.
    void (*_Nonnull deepen)(const uint8_t *_Nonnull source, uint16_t *_Nonnull target, size_t pixels);
    // The same with premultiplied colours.
    void (*_Nonnull premultiply)(const uint8_t *_Nonnull source, uint16_t *_Nonnull target, size_t pixels);
    // Deep channels to 8-bit ones, rounded to nearest.
    void (*_Nonnull flatten)(const uint16_t *_Nonnull source, uint8_t *_Nonnull target, size_t pixels);
    // The same with colours divided by alpha; if alpha rounds to 0, all channels become 0.
    void (*_Nonnull unpremultiply)(const uint16_t *_Nonnull source, uint8_t *_Nonnull target, size_t pixels);

    // original + gain * (original - blurred), rounded and clamped to 0...255; alpha is unchanged. `blurred` is deep,
    // and optionally premultiplied.
    void (*_Nonnull unsharp)(
        const uint8_t *_Nonnull original, const uint16_t *_Nonnull blurred, uint8_t *_Nonnull target, size_t pixels,
        float gain, bool is_premultiplied);

    // A weighted sum of 2 * radius + 1 deep rows: weights[0] / 65536 for the middle one, rows[radius], weights[k] for
    // those at distance k. All weights sum to 65536. Products are truncated; adding `start` can compensate. Reads and
    // writes up to `pixel_kernels_spare` more than `count`.
    void (*_Nonnull weigh)(
        const uint16_t *_Nonnull const *_Nonnull rows, const uint16_t *_Nonnull weights, size_t radius,
        uint16_t start, uint16_t *_Nonnull target, size_t count);

    // Distributes `row_count` rows of channels over two sums: share[row] of each row goes to `after`, the rest to
    // `before`.
    void (*_Nonnull share_rows)(
        const uint8_t *_Nonnull const *_Nonnull rows, const float *_Nonnull share, size_t row_count,
        float *_Nonnull before, float *_Nonnull after, size_t count);
    // The same for deep rows.
    void (*_Nonnull share_deep_rows)(
        const uint16_t *_Nonnull const *_Nonnull rows, const float *_Nonnull share, size_t row_count,
        float *_Nonnull before, float *_Nonnull after, size_t count);

    // The same along a row of RGBA sums: distributes the `gap` pixels between the middles of two cells over both. Sets
    // gap_count + 1 deep cells to `scale` times the sums; the first and the last, which get only one half, to twice
    // that.
    void (*_Nonnull share_pixels)(
        const float *_Nonnull source, const float *_Nonnull share, size_t gap, size_t gap_count, float scale,
        uint16_t *_Nonnull cells);

    // before + share * (after - before), of `count` channels, as floats.
    void (*_Nonnull blend_rows)(
        const uint16_t *_Nonnull before, const uint16_t *_Nonnull after, float share, float *_Nonnull target,
        size_t count);
    // The same along a row of RGBA cells: `gap` (a multiple of 2) deep pixels between the middles of each two cells.
    void (*_Nonnull blend_pixels)(
        const float *_Nonnull cells, const float *_Nonnull share, size_t gap, size_t gap_count,
        uint16_t *_Nonnull target);

    // The weighted sum of `row_count` (at least 1) rows of channels; the weights sum to 256.
    void (*_Nonnull mix_rows)(
        const uint8_t *_Nonnull const *_Nonnull rows, const uint16_t *_Nonnull weights, size_t row_count,
        uint16_t *_Nonnull target, size_t count);
    // Makes BGRA pixels of such a sum of RGB (3 `channels`) or RGBA (4) pixels: each the weighted sum of `taps` pixels in a
    // row from number first[x] on, weights[taps * x...], which make 256 together; rounded to nearest. Of RGB alpha is
    // 255. Reads one channel past the last pixel.
    void (*_Nonnull sample_pixels)(
        const uint16_t *_Nonnull source, size_t channels, const uint32_t *_Nonnull first,
        const uint16_t *_Nonnull weights, size_t taps, uint8_t *_Nonnull target, size_t pixels);
    // Transposes: source has `height` rows of `width` pixels, target the reverse.
    void (*_Nonnull transpose)(
        const uint32_t *_Nonnull source, uint32_t *_Nonnull target, size_t width, size_t height);
    // The means of 2 x 2 pixels of two rows with twice `pixels` pixels.
    void (*_Nonnull halve_rows)(
        const uint8_t *_Nonnull above, const uint8_t *_Nonnull below, size_t channels, uint8_t *_Nonnull target,
        size_t pixels);
    // Premultiplies the colours of RGBA pixels in place.
    void (*_Nonnull multiply_alpha)(uint8_t *_Nonnull pixels, size_t count);
    // Draws premultiplied BGRA pixels over a row of a chessboard with fields of `side` pixels in two greys, which
    // begins `phase` pixels before them; in place.
    void (*_Nonnull lay_on_board)(
        uint8_t *_Nonnull pixels, size_t count, size_t phase, size_t side, const uint8_t greys[_Nonnull 2]);
};

// For every processor of this architecture.
const struct pixel_kernels *_Nonnull pixel_kernels_portable(void);

// For processors with AVX2 or AVX-512; NULL if this one lacks it.
const struct pixel_kernels *_Nullable pixel_kernels_avx2(void);
const struct pixel_kernels *_Nullable pixel_kernels_avx512(void);

#endif

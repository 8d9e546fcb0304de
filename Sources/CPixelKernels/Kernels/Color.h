// Per-pixel maps: colour matrices and the vignette, one pixel per lane.

// A weighted sum is kept in 256..<512, where a float's mantissa counts in 2^-15: so 256 + sum + 1/2 has the rounded
// result in its bits 15 to 22, without a rounding or conversion instruction. The error before rounding is below 1e-4
// (weights up to 1: 3 x 255 x 2^-25 for the weights, 3 x 2^-17 for the products, 3 x 2^-16 for the sums), and a bias of
// 1/8192 lifts exact halves above it. So the result is rounded exactly (halves up) for every colour if sums are
// multiples of 1/1250, as with sepia at 0.8, or of anything coarser: Tests/Benchmarks compares all 16,777,216 colours.
// With finer weights a sum up to 0.00025 below a half may be rounded up.
STEP_FUNCTION NAME(matrix_step)(
    const uint8_t *source, uint8_t *target, const struct pixel_matrix *matrix, bool is_bounded) {
    const float start = 256.5f + 1.0f / 8192;
    const F32 lowest = (F32){} + 256.0f;
    const F32 highest = (F32){} + 511.75f;
    U32 pixels;
    LOAD(pixels, source);
    // Green and blue stay in place, 2^8 and 2^16 times as large: correspondingly smaller weights save a shift.
    const F32 r = TO_FLOATS(pixels & 0xFF);
    const F32 g = TO_FLOATS(pixels & 0xFF00);
    const F32 b = TO_FLOATS(pixels & 0xFF0000);
    F32 sums[3];
    for (int channel = 0; channel < 3; channel++) {
        const float *weight = matrix->weight[channel];
        sums[channel] = (start + matrix->offset[channel]) + weight[0] * r + (weight[1] * 0x1p-8f) * g +
                        (weight[2] * 0x1p-16f) * b;
        if (is_bounded) {
            sums[channel] = GREATER(sums[channel], lowest);
        }
        sums[channel] = LESSER(sums[channel], highest);
    }
    pixels = ((U32)sums[0] >> 15 & 0xFF) | ((U32)sums[1] >> 7 & 0xFF00) | ((U32)sums[2] << 1 & 0xFF0000) |
             (pixels & 0xFF000000);
    STORE(pixels, target);
}

static void NAME(color_matrix)(
    const uint8_t *source, uint8_t *target, size_t pixels, const struct pixel_matrix *matrix) {
    // A copy that stores to `target` cannot change.
    const struct pixel_matrix own = *matrix;
    // If no sum is negative, the lower bound is free.
    if (own.reaches_below_zero) {
        FOR_ALL_PIXELS(uint8_t, uint8_t, WORDS, NAME(matrix_step)(from, to, &own, true))
    } else {
        FOR_ALL_PIXELS(uint8_t, uint8_t, WORDS, NAME(matrix_step)(from, to, &own, false))
    }
}

STEP_FUNCTION NAME(vignette_step)(
    const uint8_t *source, uint8_t *target, const struct pixel_falloff *falloff, float first) {
    F32 x;
    for (int lane = 0; lane < WORDS; lane++) {
        x[lane] = (float)lane;
    }
    x += first;
    U32 pixels;
    LOAD(pixels, source);
    const F32 cosine = 1.0f / (1.0f + falloff->row + falloff->scale * x * x);
    const F32 light = 1.0f - falloff->amount + falloff->amount * cosine * cosine;
    const U32 red = (U32)CONVERT(TO_FLOATS(pixels & 0xFF) * light + 0.5f, I32);
    const U32 green = (U32)CONVERT(TO_FLOATS(pixels >> 8 & 0xFF) * light + 0.5f, I32);
    const U32 blue = (U32)CONVERT(TO_FLOATS(pixels >> 16 & 0xFF) * light + 0.5f, I32);
    pixels = red | green << 8 | blue << 16 | (pixels & 0xFF000000);
    STORE(pixels, target);
}

static void NAME(vignette)(
    const uint8_t *source, uint8_t *target, size_t pixels, const struct pixel_falloff *falloff) {
    const struct pixel_falloff own = *falloff;
    FOR_ALL_PIXELS(uint8_t, uint8_t, WORDS, NAME(vignette_step)(from, to, &own, own.first + (float)done))
}

static bool NAME(is_opaque)(const uint8_t *source, size_t pixels) {
    U32 all = (U32){} + 0xFFFFFFFF;
    size_t done = 0;
    for (; done + WORDS <= pixels; done += WORDS) {
        U32 some;
        LOAD(some, source + 4 * done);
        all &= some;
    }
    uint32_t alpha = 0xFFFFFFFF;
    for (int lane = 0; lane < WORDS; lane++) {
        alpha &= all[lane];
    }
    uint8_t least = alpha >> 24;
    for (; done < pixels; done++) {
        least &= source[4 * done + 3];
    }
    return least == 0xFF;
}

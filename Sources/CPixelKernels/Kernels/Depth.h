// Conversions between 8-bit and deep channels, and the last steps of a blur.

STEP_FUNCTION NAME(deepen_step)(const uint8_t *source, uint16_t *target) {
    U8_HALF channels;
    LOAD(channels, source);
    const U16 deep = CONVERT(channels, U16) << 7;
    STORE(deep, target);
}

static void NAME(deepen)(const uint8_t *source, uint16_t *target, size_t pixels) {
    FOR_ALL_PIXELS(uint8_t, uint16_t, HALVES / 4, NAME(deepen_step)(from, to))
}

// 32897 / 65536 is slightly above 128 / 255: so 255 x 255 becomes 32640, alpha becomes 128 times itself, and all
// errors are within one deep step.
STEP_FUNCTION NAME(premultiply_step)(const uint8_t *source, uint16_t *target) {
    U16 is_alpha;
    for (int lane = 0; lane < HALVES; lane++) {
        is_alpha[lane] = lane % 4 == 3 ? 0xFFFF : 0;
    }
    const U16 scale = (U16){} + (uint16_t)32897;
    U8_HALF channels;
    LOAD(channels, source);
    const U16 color = CONVERT(channels, U16);
    const U16 alpha = ALPHA_OF_HALVES(color);
    const U16 product = alpha * ((color & ~is_alpha) | (is_alpha & 255));
    const U16 deep = HIGH_PRODUCT(product, scale);
    STORE(deep, target);
}

static void NAME(premultiply)(const uint8_t *source, uint16_t *target, size_t pixels) {
    FOR_ALL_PIXELS(uint8_t, uint16_t, HALVES / 4, NAME(premultiply_step)(from, to))
}

STEP_FUNCTION NAME(flatten_step)(const uint16_t *source, uint8_t *target) {
    U16 deep;
    LOAD(deep, source);
    const U8_HALF channels = CONVERT((deep + 64) >> 7, U8_HALF);
    STORE(channels, target);
}

static void NAME(flatten)(const uint16_t *source, uint8_t *target, size_t pixels) {
    FOR_ALL_PIXELS(uint16_t, uint8_t, HALVES / 4, NAME(flatten_step)(from, to))
}

// Half of an 8-bit step in deep ones: alphas below it round to 0.
#define HALF_A_STEP 64.0f

STEP_FUNCTION NAME(unpremultiply_step)(const uint16_t *source, uint8_t *target) {
    U16_HALF deep;
    LOAD(deep, source);
    const F32 color = TO_FLOATS(CONVERT(deep, I32));
    const F32 alpha = ALPHA_OF_WORDS(color);
    const F32 divisor = GREATER(alpha, (F32){} + HALF_A_STEP);
    const F32 scale = SELECT(IS_ALPHA_WORD, (F32){} + 1.0f / 128, 255.0f / divisor);
    const F32 scaled = LESSER(color * scale + 0.5f, (F32){} + 255.0f);
    const I32 words = CONVERT(scaled, I32) & (alpha >= HALF_A_STEP);
    const U8_QUARTER channels = CONVERT(words, U8_QUARTER);
    STORE(channels, target);
}

static void NAME(unpremultiply)(const uint16_t *source, uint8_t *target, size_t pixels) {
    FOR_ALL_PIXELS(uint16_t, uint8_t, WORDS / 4, NAME(unpremultiply_step)(from, to))
}

STEP_FUNCTION NAME(unsharp_step)(
    const uint8_t *original, const uint16_t *blurred, uint8_t *target, float gain, bool is_premultiplied) {
    U8_QUARTER channels;
    LOAD(channels, original);
    U16_HALF deep;
    LOAD(deep, blurred);
    const F32 color = TO_FLOATS(CONVERT(channels, I32));
    F32 smooth = TO_FLOATS(CONVERT(deep, I32));
    I32 is_kept = IS_ALPHA_WORD;
    if (is_premultiplied) {
        const F32 alpha = ALPHA_OF_WORDS(smooth);
        const F32 divisor = GREATER(alpha, (F32){} + HALF_A_STEP);
        is_kept |= alpha < HALF_A_STEP;
        smooth *= 255.0f / divisor;
    } else {
        smooth *= 1.0f / 128;
    }
    const F32 sharp = color + gain * (color - smooth);
    const F32 rounded = SELECT(is_kept, color, sharp) + 0.5f;
    // 0 from below, because the conversion truncates; 255 is above 254.5, so clamped values are already rounded.
    const F32 lowest = (F32){};
    const F32 highest = (F32){} + 255.0f;
    const F32 above = GREATER(rounded, lowest);
    const I32 words = CONVERT(LESSER(above, highest), I32);
    const U8_QUARTER mapped = CONVERT(words, U8_QUARTER);
    STORE(mapped, target);
}

static void NAME(unsharp)(
    const uint8_t *source, const uint16_t *blurred, uint8_t *target, size_t pixels, float gain,
    bool is_premultiplied) {
    // `blurred` has spare channels, so a partial last step may read them.
    FOR_ALL_PIXELS(
        uint8_t, uint8_t, WORDS / 4, NAME(unsharp_step)(from, blurred + 4 * done, to, gain, is_premultiplied))
}

#undef HALF_A_STEP

// Scales a part of a large picture to the screen's size. Uses only integers: all instruction sets give identical
// results.

// Four channels of a pixel, as sums.
#define SUM NAME(Sum)
#define SUM_U16 NAME(Sum_u16)
#define SUM_U8 NAME(Sum_u8)
typedef uint32_t SUM VECTOR(16);
typedef uint16_t SUM_U16 VECTOR(8);
typedef uint8_t SUM_U8 VECTOR(4);

static void NAME(mix_rows)(
    const uint8_t *const *rows, const uint16_t *weights, size_t row_count, uint16_t *target, size_t count) {
    const uint8_t *restrict first = rows[0];
    uint16_t *restrict to = target;
    const uint16_t first_weight = weights[0];
    if (row_count == 1) {
        for (size_t i = 0; i < count; i++) to[i] = (uint16_t)(first[i] * first_weight);
        return;
    }
    const uint8_t *restrict second = rows[1];
    const uint16_t second_weight = weights[1];
    if (row_count == 2) {
        for (size_t i = 0; i < count; i++) to[i] = (uint16_t)(first[i] * first_weight + second[i] * second_weight);
        return;
    }
    const uint8_t *restrict third = rows[2];
    const uint16_t third_weight = weights[2];
    for (size_t i = 0; i < count; i++) {
        to[i] = (uint16_t)(first[i] * first_weight + second[i] * second_weight + third[i] * third_weight);
    }
    for (size_t row = 3; row < row_count; row++) {
        const uint8_t *restrict next = rows[row];
        const uint16_t weight = weights[row];
        for (size_t i = 0; i < count; i++) to[i] = (uint16_t)(to[i] + next[i] * weight);
    }
}

STEP_FUNCTION NAME(sample_step)(
    const uint16_t *source, const uint16_t *weights, size_t taps, size_t channels, uint8_t *target) {
    SUM sum = {1 << 15, 1 << 15, 1 << 15, 1 << 15};
    for (size_t tap = 0; tap < taps; tap++) {
        SUM_U16 channel;
        LOAD(channel, source + channels * tap);
        sum += CONVERT(channel, SUM) * (uint32_t)weights[tap];
    }
    sum >>= 16;
    SUM_U8 pixel = CONVERT(SHUFFLE(sum, sum, 2, 1, 0, 3), SUM_U8);
    if (channels == 3) pixel[3] = 255;
    STORE(pixel, target);
}

#define SAMPLE_ALL(taps, channels)                                                                                     \
    for (size_t x = 0; x < pixels; x++) {                                                                              \
        NAME(sample_step)(source + (channels) * first[x], weights + (taps) * x, taps, channels, target + 4 * x);       \
    }

static void NAME(sample_pixels)(
    const uint16_t *source, size_t channels, const uint32_t *first, const uint16_t *weights, size_t taps,
    uint8_t *target, size_t pixels) {
    if (channels == 3) {
        if (taps == 1) { SAMPLE_ALL(1, 3) }
        else if (taps == 2) { SAMPLE_ALL(2, 3) }
        else if (taps == 3) { SAMPLE_ALL(3, 3) }
        else { SAMPLE_ALL(taps, 3) }
    } else {
        if (taps == 1) { SAMPLE_ALL(1, 4) }
        else if (taps == 2) { SAMPLE_ALL(2, 4) }
        else if (taps == 3) { SAMPLE_ALL(3, 4) }
        else { SAMPLE_ALL(taps, 4) }
    }
}

static void NAME(transpose)(const uint32_t *source, uint32_t *target, size_t width, size_t height) {
    // 16 x 16 pixels are two times 1 KiB: all of it stays in the first-level cache.
    enum { side = 16 };
    for (size_t top = 0; top < height; top += side) {
        const size_t bottom = top + side < height ? top + side : height;
        for (size_t left = 0; left < width; left += side) {
            const size_t right = left + side < width ? left + side : width;
            for (size_t x = left; x < right; x++) {
                for (size_t y = top; y < bottom; y++) target[x * height + y] = source[y * width + x];
            }
        }
    }
}

static void NAME(halve_rows)(
    const uint8_t *above, const uint8_t *below, size_t channels, uint8_t *target, size_t pixels) {
    if (channels == 4) {
        for (size_t x = 0; x < pixels; x++) {
            for (size_t c = 0; c < 4; c++) {
                const size_t at = 8 * x + c;
                target[4 * x + c] = (uint8_t)((above[at] + above[at + 4] + below[at] + below[at + 4] + 2) >> 2);
            }
        }
    } else {
        for (size_t x = 0; x < pixels; x++) {
            for (size_t c = 0; c < 3; c++) {
                const size_t at = 6 * x + c;
                target[3 * x + c] = (uint8_t)((above[at] + above[at + 3] + below[at] + below[at + 3] + 2) >> 2);
            }
        }
    }
}

static void NAME(multiply_alpha)(uint8_t *pixels, size_t count) {
    for (size_t x = 0; x < count; x++) {
        const uint32_t alpha = pixels[4 * x + 3];
        for (size_t c = 0; c < 3; c++) {
            // The quotient by 255, rounded: exact for all products of two bytes.
            const uint32_t product = pixels[4 * x + c] * alpha + 128;
            pixels[4 * x + c] = (uint8_t)((product + (product >> 8)) >> 8);
        }
    }
}

static void NAME(lay_on_board)(uint8_t *pixels, size_t count, size_t phase, size_t side, const uint8_t greys[2]) {
    for (size_t x = 0; x < count; x++) {
        const uint32_t rest = 255u - pixels[4 * x + 3];
        if (rest == 0) continue;
        const uint32_t product = greys[(x + phase) / side % 2] * rest + 128;
        const uint32_t shines = (product + (product >> 8)) >> 8;
        for (size_t c = 0; c < 3; c++) {
            const uint32_t sum = pixels[4 * x + c] + shines;
            pixels[4 * x + c] = (uint8_t)(sum > 255 ? 255 : sum);
        }
        pixels[4 * x + 3] = 255;
    }
}

#undef SAMPLE_ALL
#undef SUM
#undef SUM_U16
#undef SUM_U8

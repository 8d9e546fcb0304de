// Weighted sums of rows and along rows.

// How many vectors are processed at once: hides the latency of a product, and loads each weight once.
#define ABREAST 4
_Static_assert(ABREAST * HALVES <= pixel_kernels_spare, "weigh() overshoots by more than it says");

static void NAME(weigh)(
    const uint16_t *const *rows, const uint16_t *weights, size_t radius, uint16_t start, uint16_t *target,
    size_t count) {
    for (size_t at = 0; at < count; at += ABREAST * HALVES) {
        U16 sums[ABREAST];
        const U16 first = (U16){} + start;
        const U16 middle = (U16){} + weights[0];
        for (int part = 0; part < ABREAST; part++) {
            U16 deep;
            LOAD(deep, rows[radius] + at + part * HALVES);
            sums[part] = first + HIGH_PRODUCT(deep, middle);
        }
        for (size_t away = 1; away <= radius; away++) {
            const U16 weight = (U16){} + weights[away];
            const uint16_t *before = rows[radius - away] + at;
            const uint16_t *after = rows[radius + away] + at;
            for (int part = 0; part < ABREAST; part++) {
                U16 one;
                U16 other;
                LOAD(one, before + part * HALVES);
                LOAD(other, after + part * HALVES);
                // Two deep channels sum to less than 65536.
                const U16 pair = one + other;
                sums[part] += HIGH_PRODUCT(pair, weight);
            }
        }
        for (int part = 0; part < ABREAST; part++) {
            STORE(sums[part], target + at + part * HALVES);
        }
    }
}

#define SHARE_ROWS(element, lanes)                                                                                     \
    size_t at = 0;                                                                                                     \
    for (; at + WORDS <= count; at += WORDS) {                                                                         \
        F32 all = (F32){};                                                                                             \
        F32 later = (F32){};                                                                                           \
        for (size_t row = 0; row < row_count; row++) {                                                                 \
            lanes channels;                                                                                            \
            LOAD(channels, rows[row] + at);                                                                            \
            const F32 value = TO_FLOATS(CONVERT(channels, I32));                                                       \
            all += value;                                                                                              \
            later += share[row] * value;                                                                               \
        }                                                                                                              \
        F32 sum;                                                                                                       \
        LOAD(sum, before + at);                                                                                        \
        sum += all - later;                                                                                            \
        STORE(sum, before + at);                                                                                       \
        LOAD(sum, after + at);                                                                                         \
        sum += later;                                                                                                  \
        STORE(sum, after + at);                                                                                        \
    }                                                                                                                  \
    for (; at < count; at++) {                                                                                         \
        float all = 0;                                                                                                 \
        float later = 0;                                                                                               \
        for (size_t row = 0; row < row_count; row++) {                                                                 \
            all += rows[row][at];                                                                                      \
            later += share[row] * rows[row][at];                                                                       \
        }                                                                                                              \
        before[at] += all - later;                                                                                     \
        after[at] += later;                                                                                            \
    }

static void NAME(share_rows)(
    const uint8_t *const *rows, const float *share, size_t row_count, float *before, float *after, size_t count) {
    SHARE_ROWS(uint8_t, U8_QUARTER)
}

static void NAME(share_deep_rows)(
    const uint16_t *const *rows, const float *share, size_t row_count, float *before, float *after, size_t count) {
    SHARE_ROWS(uint16_t, U16_HALF)
}

// Four lanes for every instruction set: those of a pixel.
#define PIXEL_FLOATS NAME(pixel_floats)
#define PIXEL_WORDS NAME(pixel_words)
#define PIXEL_HALVES NAME(pixel_halves)
typedef float PIXEL_FLOATS VECTOR(16);
typedef int32_t PIXEL_WORDS VECTOR(16);
typedef uint16_t PIXEL_HALVES VECTOR(8);

static void NAME(share_pixels)(
    const float *source, const float *share, size_t gap, size_t gap_count, float scale, uint16_t *cells) {
    PIXEL_FLOATS carried = (PIXEL_FLOATS){};
    for (size_t cell = 0; cell <= gap_count; cell++) {
        PIXEL_FLOATS all = (PIXEL_FLOATS){};
        PIXEL_FLOATS later = (PIXEL_FLOATS){};
        if (cell < gap_count) {
            for (size_t pixel = 0; pixel < gap; pixel++) {
                PIXEL_FLOATS value;
                LOAD(value, source + 4 * (cell * gap + pixel));
                all += value;
                later += share[pixel] * value;
            }
        }
        const float times = cell == 0 || cell == gap_count ? 2 * scale : scale;
        const PIXEL_FLOATS sum = (carried + (all - later)) * times + 0.5f;
        const PIXEL_HALVES deep = CONVERT(CONVERT(sum, PIXEL_WORDS), PIXEL_HALVES);
        STORE(deep, cells + 4 * cell);
        carried = later;
    }
}

static void NAME(blend_rows)(
    const uint16_t *before, const uint16_t *after, float share, float *target, size_t count) {
    size_t at = 0;
    for (; at + WORDS <= count; at += WORDS) {
        U16_HALF one;
        U16_HALF other;
        LOAD(one, before + at);
        LOAD(other, after + at);
        const F32 from = TO_FLOATS(CONVERT(one, I32));
        const F32 value = from + share * (TO_FLOATS(CONVERT(other, I32)) - from);
        STORE(value, target + at);
    }
    for (; at < count; at++) {
        target[at] = (float)before[at] + share * ((float)after[at] - (float)before[at]);
    }
}

static void NAME(blend_pixels)(
    const float *cells, const float *share, size_t gap, size_t gap_count, uint16_t *target) {
    for (size_t between = 0; between < gap_count; between++) {
        PIXEL_FLOATS before;
        PIXEL_FLOATS after;
        LOAD(before, cells + 4 * between);
        LOAD(after, cells + 4 * (between + 1));
        const PIXEL_FLOATS step = after - before;
        before += 0.5f;
        for (size_t pixel = 0; pixel < gap; pixel++) {
            const PIXEL_FLOATS value = before + share[pixel] * step;
            const PIXEL_HALVES deep = CONVERT(CONVERT(value, PIXEL_WORDS), PIXEL_HALVES);
            STORE(deep, target + 4 * (between * gap + pixel));
        }
    }
}

#undef ABREAST
#undef SHARE_ROWS
#undef PIXEL_FLOATS
#undef PIXEL_WORDS
#undef PIXEL_HALVES

// The vectors of one instruction set, by their lanes. Vectors are never arguments or results: their calling
// convention depends on the target, and the compiler warns about it.

#define VECTOR(bytes) __attribute__((vector_size(bytes)))
#define WORDS (VECTOR_BYTES / 4)
#define HALVES (VECTOR_BYTES / 2)

#define F32 NAME(F32)
#define I32 NAME(I32)
#define U32 NAME(U32)
#define U16 NAME(U16)
#define U8 NAME(U8)
#define U32_TWICE NAME(U32_twice)
#define U16_HALF NAME(U16_half)
#define U8_QUARTER NAME(U8_quarter)
#define U8_HALF NAME(U8_half)

typedef float F32 VECTOR(VECTOR_BYTES);
typedef int32_t I32 VECTOR(VECTOR_BYTES);
typedef uint32_t U32 VECTOR(VECTOR_BYTES);
typedef uint16_t U16 VECTOR(VECTOR_BYTES);
// As many lanes as U16, and as many as F32.
typedef uint32_t U32_TWICE VECTOR(2 * VECTOR_BYTES);
typedef uint8_t U8_HALF VECTOR(VECTOR_BYTES / 2);
typedef uint16_t U16_HALF VECTOR(VECTOR_BYTES / 2);
typedef uint8_t U8_QUARTER VECTOR(VECTOR_BYTES / 4);

// Unaligned.
#define LOAD(vector, from) __builtin_memcpy(&(vector), (from), sizeof(vector))
#define STORE(vector, to) __builtin_memcpy((to), &(vector), sizeof(vector))

#define CONVERT(vector, type) __builtin_convertvector(vector, type)
#define TO_FLOATS(words) CONVERT((I32)(words), F32)

// The upper half of the product of 16-bit lanes: the compiler recognises this as one instruction.
#define HIGH_PRODUCT(a, b) CONVERT((CONVERT(a, U32_TWICE) * CONVERT(b, U32_TWICE)) >> 16, U16)

// Selects `yes` in lanes where `mask` is set, otherwise `no`. With a comparison, the compiler makes minps of it.
#define SELECT(mask, yes, no) ((F32)(((I32)(yes) & (mask)) | ((I32)(no) & ~(mask))))
#define LESSER(a, b) SELECT((a) < (b), a, b)
#define GREATER(a, b) SELECT((a) > (b), a, b)

// Copies the alpha of each RGBA pixel to all of its four lanes.
#define FOURFOLD(lane) lane, lane, lane, lane
#if VECTOR_BYTES == 64
#define ALPHA_WORDS FOURFOLD(3), FOURFOLD(7), FOURFOLD(11), FOURFOLD(15)
#define ALPHA_HALVES ALPHA_WORDS, FOURFOLD(19), FOURFOLD(23), FOURFOLD(27), FOURFOLD(31)
#define IS_ALPHA_WORD ((I32){0, 0, 0, -1, 0, 0, 0, -1, 0, 0, 0, -1, 0, 0, 0, -1})
#elif VECTOR_BYTES == 32
#define ALPHA_WORDS FOURFOLD(3), FOURFOLD(7)
#define ALPHA_HALVES ALPHA_WORDS, FOURFOLD(11), FOURFOLD(15)
#define IS_ALPHA_WORD ((I32){0, 0, 0, -1, 0, 0, 0, -1})
#else
#define ALPHA_WORDS FOURFOLD(3)
#define ALPHA_HALVES ALPHA_WORDS, FOURFOLD(7)
#define IS_ALPHA_WORD ((I32){0, 0, 0, -1})
#endif
#define SHUFFLE(...) __builtin_shufflevector(__VA_ARGS__)
#define ALPHA_OF_WORDS(v) SHUFFLE(v, v, ALPHA_WORDS)
#define ALPHA_OF_HALVES(v) SHUFFLE(v, v, ALPHA_HALVES)

// Evaluates STEP, which maps `lot` pixels at `from` to those at `to`, for all of `source` and `target`; copies the
// remainder to full vectors.
#define FOR_ALL_PIXELS(source_type, target_type, lot, STEP)                                                            \
    size_t done = 0;                                                                                                   \
    for (; done + (lot) <= pixels; done += (lot)) {                                                                    \
        const source_type *from = source + 4 * done;                                                                   \
        target_type *to = target + 4 * done;                                                                           \
        STEP;                                                                                                          \
    }                                                                                                                  \
    if (done < pixels) {                                                                                               \
        source_type from[4 * (lot)] = {0};                                                                             \
        target_type to[4 * (lot)];                                                                                     \
        __builtin_memcpy(from, source + 4 * done, (pixels - done) * 4 * sizeof(source_type));                          \
        STEP;                                                                                                          \
        __builtin_memcpy(target + 4 * done, to, (pixels - done) * 4 * sizeof(target_type));                            \
    }

// One turn of a loop, with pointers and scalars; the optimizer hoists invariants.
#define STEP_FUNCTION static inline __attribute__((always_inline)) void

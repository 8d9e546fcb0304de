#include "CPixelKernels.h"

// Results must not depend on the compiler's fusing of multiplications and additions.
#pragma STDC FP_CONTRACT OFF

#define JOIN_(a, b) a##_##b
#define JOIN(a, b) JOIN_(a, b)

// SSE2, x86-64's minimum, and NEON have 16 bytes.
#define PATH portable
#define VECTOR_BYTES 16
#include "Kernels/All.h"
#undef PATH
#undef VECTOR_BYTES

const struct pixel_kernels *pixel_kernels_portable(void) { return &table_portable; }

#if defined(__x86_64__)

#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define PATH avx2
#define VECTOR_BYTES 32
#include "Kernels/All.h"
#undef PATH
#undef VECTOR_BYTES
#pragma clang attribute pop

const struct pixel_kernels *pixel_kernels_avx2(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") ? &table_avx2 : NULL;
}

// The parts of AVX-512 that all such processors have since the first Xeons: compilers' x86-64-v4.
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl"))), apply_to = function)
#define PATH avx512
#define VECTOR_BYTES 64
#include "Kernels/All.h"
#undef PATH
#undef VECTOR_BYTES
#pragma clang attribute pop

const struct pixel_kernels *pixel_kernels_avx512(void) {
    __builtin_cpu_init();
    const bool is_there = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                          __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    return is_there ? &table_avx512 : NULL;
}

#else

const struct pixel_kernels *pixel_kernels_avx512(void) { return NULL; }

const struct pixel_kernels *pixel_kernels_avx2(void) { return NULL; }

#endif

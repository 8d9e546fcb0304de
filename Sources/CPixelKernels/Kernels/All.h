// Everything for one instruction set; included once for each, so without a guard.

#define NAME(function) JOIN(function, PATH)

#include "Vectors.h"
#include "Color.h"
#include "Depth.h"
#include "Blur.h"
#include "Sampling.h"

static const struct pixel_kernels NAME(table) = {
    .color_matrix = NAME(color_matrix),
    .vignette = NAME(vignette),
    .is_opaque = NAME(is_opaque),
    .deepen = NAME(deepen),
    .premultiply = NAME(premultiply),
    .flatten = NAME(flatten),
    .unpremultiply = NAME(unpremultiply),
    .unsharp = NAME(unsharp),
    .weigh = NAME(weigh),
    .share_rows = NAME(share_rows),
    .share_deep_rows = NAME(share_deep_rows),
    .share_pixels = NAME(share_pixels),
    .blend_rows = NAME(blend_rows),
    .blend_pixels = NAME(blend_pixels),
    .mix_rows = NAME(mix_rows),
    .sample_pixels = NAME(sample_pixels),
    .transpose = NAME(transpose),
    .halve_rows = NAME(halve_rows),
    .multiply_alpha = NAME(multiply_alpha),
    .lay_on_board = NAME(lay_on_board),
};

#include "VectorsEnd.h"

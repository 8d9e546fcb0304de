"""Pictures in which every part is different, and files of them."""

import io

import numpy
from PIL import Image

from . import replies

SIZE = (900, 640)


def painted(width=SIZE[0], height=SIZE[1], seed=1):
    """A picture in which every part is different, as (height, width, 3) bytes."""
    rng = numpy.random.default_rng(seed)
    fields = rng.integers(0, 256, ((height + 15) // 16, (width + 15) // 16, 3), dtype=numpy.uint8)
    fine = rng.integers(0, 24, (height, width, 3), dtype=numpy.uint8)
    picture = fields.repeat(16, axis=0).repeat(16, axis=1)[:height, :width].astype(int) + fine
    return numpy.clip(picture, 0, 255).astype(numpy.uint8)


def encoded(picture, kind="PNG", **options):
    file = io.BytesIO()
    Image.fromarray(picture).save(file, kind, **options)
    return file.getvalue()


def png(picture, **options):
    return replies.of(encoded(picture, **options), "image/png")


def shrunk(picture, scale):
    """Its rows, reduced by `scale`: each is the mean of its area."""
    sums = numpy.concatenate([numpy.zeros_like(picture[:1]), picture.cumsum(axis=0)])
    edges = numpy.minimum(numpy.arange(round(len(picture) * scale) + 1) / scale, len(picture))
    whole = numpy.minimum(edges.astype(int), len(picture) - 1)
    at_edges = sums[whole] + picture[whole] * (edges - whole).reshape(-1, 1, 1)
    return numpy.diff(at_edges, axis=0) * scale

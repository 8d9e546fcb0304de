"""The filters' results, in double precision and by other means than the program's: W3C Filter Effects (sections 10.1 to
10.7) for its tones, and the definitions in the program's sources for the others."""

import numpy

WHITES = {"Warm": (1.074, 0.989, 0.866), "Cool": (0.929, 1.005, 1.138)}


def _saturate(factor):
    grey = numpy.array([0.213, 0.715, 0.072])
    return grey[None, :] * (1 - factor) + numpy.eye(3) * factor, numpy.zeros(3)


def _grayscale(amount):
    grey = numpy.array([0.2126, 0.7152, 0.0722])
    return grey[None, :] * amount + numpy.eye(3) * (1 - amount), numpy.zeros(3)


def _contrast(factor):
    return numpy.eye(3) * factor, numpy.full(3, 255 * (0.5 - 0.5 * factor))


def _sepia(amount):
    full = numpy.array([[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]])
    return full * amount + numpy.eye(3) * (1 - amount), numpy.zeros(3)


def _then(first, second):
    return second[0] @ first[0], second[0] @ first[1] + second[1]


def matrix(name, amount):
    """(3 x 3 weights, offsets) of a tone."""
    if name in WHITES:
        return numpy.diag(numpy.array(WHITES[name]) * amount + 1 - amount), numpy.zeros(3)
    return {
        "Mono": lambda: _grayscale(amount),
        "Noir": lambda: _then(_grayscale(amount), _contrast(1 + 0.5 * amount)),
        "Fade": lambda: _then(_saturate(1 - 0.4 * amount), _contrast(1 - 0.3 * amount)),
        "Invert": lambda: (numpy.eye(3) * (1 - 2 * amount), numpy.full(3, 255 * amount)),
        "Sepia": lambda: _sepia(amount),
    }[name]()


def toned(picture, name, amount):
    weights, offset = matrix(name, amount)
    return numpy.clip(numpy.floor(picture @ weights.T + offset + 0.5), 0, 255)


def _smoothed(picture, sigma):
    radius = int(numpy.ceil(4 * sigma))
    weights = numpy.exp(-numpy.arange(-radius, radius + 1) ** 2 / (2 * sigma * sigma))
    weights /= weights.sum()
    for axis in (0, 1):
        padded = numpy.pad(picture, [(radius, radius) if each == axis else (0, 0) for each in range(3)], "edge")
        length = picture.shape[axis]
        picture = sum(weight * numpy.take(padded, range(at, at + length), axis) for at, weight in enumerate(weights))
    return picture


def blurred(picture, amount):
    return _smoothed(picture, 0.05 * amount * min(picture.shape[:2]))


def sharpened(picture, amount):
    return numpy.clip(picture + 2 * amount * (picture - _smoothed(picture, 0.8)), 0, 255)


def vignetted(picture, amount):
    height, width = picture.shape[:2]
    y, x = numpy.mgrid[:height, :width] + 0.5
    distance = numpy.hypot(x - width / 2, y - height / 2) / (numpy.hypot(width, height) / 2)
    light = 1 - amount + amount * numpy.cos(numpy.arctan(distance * numpy.tan(numpy.radians(55)))) ** 4
    return picture * light[:, :, None]


def filtered(picture, name, amount):
    """`picture` under the filter called `name`."""
    picture = picture.astype(float)
    if name == "None":
        return picture
    return {"Blur": blurred, "Sharpen": sharpened, "Vignette": vignetted}.get(
        name, lambda picture, amount: toned(picture, name, amount))(picture, amount)

"""The photos that all samples name, and where the samples are written."""

import pathlib
import subprocess

SAMPLES = pathlib.Path(__file__).parents[1] / "Samples" / "Catalogues"
DIRECTORY_PAGES = SAMPLES.parent / "DirectoryPages"
KEYS = ["name", "url", "description", "thumbnail", "author", "license", "date", "width", "height", "price", "currency"]
BASE = "http://photos.example.org/"


def photo(number, name, description, **fields):
    return {
        "name": name, "url": f"{BASE}{number}.jpg", "description": description,
        "thumbnail": f"{BASE}small/{number}.jpg",
        "author": "Ann Müller", "license": "CC BY 4.0", "date": f"2024-05-0{number}T12:00:00+02:00",
        "width": 4000 + number, "height": 3000, "price": 10 * number + 0.5, "currency": "EUR", **fields,
    }


WORLD = [
    photo(1, "Sea, at night", 'She said "calm"; it was.'),
    photo(2, "Bergsee", "Two lines,\nand a tab:\there."),
    photo(3, "漢字の山", "雪"),
    photo(4, "مرحبا بالعالم", "right to left"),
    photo(5, "👩‍👩‍👧 Family", "an emoji of three"),
    photo(6, "x < y && z > \\", "100 % # ## {}"),
]
# Names within Latin-1.
LATIN = [photo(n, name, text) for n, name, text in [
    (1, "Café", "Ça va?"), (2, "Über allen Gipfeln", "ist Ruh"), (3, "Ærø", "ø"), (4, "España; Málaga", "¡Olé!"),
    (5, "Straße", "£5 or 5 €"), (6, "Ångström", "1 Å")]]
PLAIN = [photo(n, name, text) for n, name, text in [
    (1, "Sea", "The sea at night"), (2, "Lake", "A lake, by day"), (3, "Hill", "A hill"), (4, "Wood", "Trees"),
    (5, "Town", "Houses"), (6, "Road", "A way home")]]


def write(path, data):
    path = SAMPLES / path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data if isinstance(data, bytes) else data.encode())


def run(*command, **options):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, **options).stdout

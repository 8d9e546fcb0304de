"""A stand-in for an Immich server, written from its published API (version 2.4.1, https://api.immich.app).

test_stand_ins.py lets clients of others check its answers. Assets are numbered from the newest on; the ID of each
tells its number, so that a library of millions takes no memory.
"""

import base64
import bisect
import datetime
import io
import json
import re
from dataclasses import dataclass, field

import numpy
from PIL import Image

from . import photos, timeline
from .library_server import LibraryServer

KEY = "the-key-of-the-library"
SCOPES = frozenset({"asset.read", "asset.view", "asset.download"})
OWNER = "6f1b7a34-9f7e-4f7c-9d42-0d8b6c8e3a11"
MOTION = 10_000_000  # the number of a photo's short video is that much greater
VIDEO = b"\0\0\0\x20ftypisom\0\0\2\0isomiso2avc1mp41" + bytes(2000)
PLACES = [("Lisbon", "Portugal"), (None, None), ("Kyōto", "Japan"), ("Zürich", "Switzerland")]


@dataclass
class Month:
    year: int
    month: int
    count: int
    first: int = 0  # the number of its newest asset

    @property
    def name(self):
        return f"{self.year:04}-{self.month:02}-01"

    def when(self, place):
        """Local time: from the end of the month to its beginning."""
        minutes = 28 * 24 * 60 * (self.count - place) // (self.count + 1)
        return datetime.datetime(self.year, self.month, 1) + datetime.timedelta(minutes=minutes)


def months_of(counts, last=(2024, 5)):
    """Consecutive months with these counts of assets, the newest first."""
    months, (year, month), first = [], last, 0
    for count in counts:
        months.append(Month(year, month, count, first))
        first += count
        year, month = (year, month - 1) if month > 1 else (year - 1, 12)
    return [month for month in months if month.count]


@dataclass
class Library:
    months: list
    offset: float = 9.5  # hours that its cameras' clocks are ahead of UTC
    videos: frozenset = frozenset()
    motions: frozenset = frozenset()
    archived: frozenset = frozenset()
    enlarged: int = 1  # how many times the sides of an original are those of timeline.jpeg
    count: int = field(init=False)

    def __post_init__(self):
        self.count = sum(month.count for month in self.months)
        self._firsts = [month.first for month in self.months]

    def month_of(self, number):
        return self.months[bisect.bisect_right(self._firsts, number) - 1]

    def local(self, number):
        month = self.month_of(number)
        return month.when(number - month.first)

    def created(self, number):
        return self.local(number) - datetime.timedelta(hours=self.offset)


def asset_id(number):
    return f"{number:08x}-0000-4000-8000-{number:012x}"


def number_of(identifier):
    return int(identifier[:8], 16)


def file_name(number):
    return f"DSC_{number:07}.JPG"


class ImmichServer(LibraryServer):
    """Serves `library` at `url` to those who have the key. `on` answers some requests otherwise: a function of a
    Request that returns (status, type, body, headers), or None for the usual answer. `version` 1 answers like servers
    before 1.133, and 3 like those from 3.0 on."""

    scheme, interface, key_field = "immich", "", "x-api-key"

    def __init__(self, library, key=KEY, scopes=SCOPES, version=2, prefix="", picture=None):
        super().__init__(prefix)
        self.library, self.key, self.scopes, self.version = library, key, scopes, version
        self.picture = picture or (lambda number, size: timeline.jpeg(number))
        self._buckets = {}

    def fill(self, library):
        """It has these photos from now on."""
        self.library, self._buckets = library, {}

    def months_asked(self):
        return [request.query["timeBucket"][:7] for request in self.asked("/api/timeline/bucket")
                if "timeBucket" in request.query]

    # Answers

    @staticmethod
    def json(value, status=200, **headers):
        return status, "application/json; charset=utf-8", json.dumps(value).encode(), headers

    @classmethod
    def error(cls, status, word, message):
        return cls.json({"message": message, "error": word, "statusCode": status, "correlationId": "x1y2z3"}, status)

    def usual(self, request):
        path = request.path
        if not path.startswith(self.prefix):
            return self.error(404, "Not Found", "Cannot GET " + path)
        path = path[len(self.prefix):]
        if path == "/.well-known/immich":
            return self.json({"api": {"endpoint": f"{self.prefix}/api"}})
        if path == "/api/server/ping":
            return self.json({"res": "pong"})
        if not path.startswith("/api/"):
            return 200, "text/html", b"<!doctype html><title>Immich</title><body><noscript>Immich</noscript>", {}
        if path == "/api/server/version":
            return self.json({"major": 2, "minor": 4, "patch": 1})
        if request.key != self.key:
            return self.error(401, "Unauthorized", "Authentication required" if not request.key else "Invalid API key")
        for pattern, method, scope, make in self.ROUTES:
            match = re.fullmatch(pattern, path)
            if match and request.method == method:
                if scope not in self.scopes:
                    return self.error(403, "Forbidden", f"Missing required permission: {scope}")
                return make(self, request, *match.groups())
        return self.error(404, "Not Found", f"Cannot {request.method} {path}")

    def chosen(self, request):
        """The numbers that the parameters ask for, by month; None for all."""
        query, archived = request.query, self.library.archived
        step = 9 if query.get("isFavorite") == "true" else 5 if "albumId" in query else 7 if "personId" in query else 1
        hides = query.get("visibility") == "timeline" or query.get("isArchived") == "false"
        hidden = archived if hides else frozenset()
        return (lambda number: number % step == 0 and number not in hidden) if step > 1 or hidden else None

    def albums(self, request):
        """Before 3.0, what others share is listed apart."""
        own, others = [self.album(name) for name in ("Holiday", "Birthday & more")], [self.album("Ben’s trip", "Ben")]
        is_shared = request.query.get("shared") == "true"
        return self.json(own + others if self.version == 3 else others if is_shared else own)

    def album(self, name, owner="Anna"):
        return {
            "id": asset_id(len(name)), "albumName": name, "albumThumbnailAssetId": asset_id(0), "albumUsers": [],
            "assetCount": 3, "assets": [], "createdAt": "2024-05-01T00:00:00.000Z", "description": "",
            "endDate": "2024-05-01T00:00:00.000Z", "hasSharedLink": False, "isActivityEnabled": True,
            "lastModifiedAssetTimestamp": "2024-05-01T00:00:00.000Z", "order": "desc",
            "owner": {"avatarColor": "primary", "email": "anna@example.org", "id": OWNER, "name": owner,
                      "profileChangedAt": "2024-05-01T00:00:00.000Z", "profileImagePath": ""},
            "ownerId": OWNER, "shared": owner != "Anna", "startDate": "2024-05-01T00:00:00.000Z",
            "updatedAt": "2024-05-01T00:00:00.000Z"}

    def people(self, request):
        people = [{"id": asset_id(number), "name": name, "birthDate": None, "isHidden": False, "isFavorite": False,
                   "thumbnailPath": "/x.jpg", "updatedAt": "2024-05-01T00:00:00.000Z"}
                  for number, name in enumerate(["Anna", "", "Ben"])]
        return self.json({"people": people, "total": 3, "hidden": 0, "hasNextPage": False})

    def buckets(self, request):
        if self.version == 1 and request.query.get("size") not in ("MONTH", "DAY"):
            return self.error(400, "Bad Request", ["size must be one of the following values: DAY, MONTH"])
        end = "T00:00:00.000Z" if self.version == 1 else ""
        chosen = self.chosen(request)
        counts = [(month, sum(map(chosen, self.numbers(month))) if chosen else month.count)
                  for month in self.library.months]
        return self.json([{"timeBucket": month.name + end, "count": count} for month, count in counts if count])

    def bucket(self, request):
        wanted = request.query.get("timeBucket", "")[:10]
        month = next((month for month in self.library.months if month.name == wanted), None)
        chosen = self.chosen(request)
        if self.version == 1:
            return self.json([self.asset(number) for number in self.numbers(month) if not chosen or chosen(number)]
                             if month else [])
        if chosen and month:
            return self.json(self.columns([number for number in self.numbers(month) if chosen(number)]))
        known = self.warm(month) if month else json.dumps(self.columns([])).encode()
        return 200, "application/json; charset=utf-8", known, {}

    def warm(self, month):
        """The answer for a month, which is made once."""
        with self.lock:
            known = self._buckets.get(month.name)
        if known is None:
            known = json.dumps(self.columns(self.numbers(month))).encode()
            with self.lock:
                self._buckets[month.name] = known
        return known

    @staticmethod
    def numbers(month):
        return range(month.first, month.first + month.count)

    def columns(self, numbers):
        library, count = self.library, len(numbers)
        month = library.month_of(numbers[0]) if count else None
        offset = datetime.timedelta(hours=library.offset)
        shapes = [timeline.size(number) for number in range(len(timeline.SHAPES))]
        ratios = [round(width / height, 3) for width, height in shapes]
        hashes = [thumbhash(number) for number in range(16)]
        return {
            "city": [PLACES[number % len(PLACES)][0] for number in numbers],
            "country": [PLACES[number % len(PLACES)][1] for number in numbers],
            "duration": ["00:01:12.000" if number in library.videos else None for number in numbers],
            "fileCreatedAt": [(month.when(number - month.first) - offset).isoformat() + ".000" for number in numbers],
            "id": [asset_id(number) for number in numbers],
            "isFavorite": [number % 9 == 0 for number in numbers],
            "isImage": [number not in library.videos for number in numbers],
            "isTrashed": [False] * count,
            "livePhotoVideoId": [asset_id(number + MOTION) if number in library.motions else None
                                 for number in numbers],
            "localOffsetHours": [library.offset] * count, "ownerId": [OWNER] * count,
            "projectionType": [None] * count,
            "ratio": [ratios[number % len(ratios)] for number in numbers],
            "thumbhash": [hashes[number % len(hashes)] for number in numbers],
            "visibility": ["timeline"] * count}

    def asset(self, number):
        width, height = (side * self.library.enlarged for side in timeline.size(number))
        city, country = PLACES[number % len(PLACES)]
        created = self.library.created(number).isoformat(timespec="milliseconds") + "Z"
        is_video = number in self.library.videos
        return {
            "id": asset_id(number), "checksum": base64.b64encode(f"{number:020}".encode()).decode(),
            "createdAt": created, "deviceAssetId": f"asset-{number}", "deviceId": "stand-in", "duplicateId": None,
            "duration": "00:01:12.000" if is_video else "0:00:00.00000",
            "exifInfo": {
                "city": city, "country": country, "dateTimeOriginal": created, "description": "",
                "exifImageWidth": width, "exifImageHeight": height, "exposureTime": "1/250", "fNumber": 2.8,
                "fileSizeInByte": 4_000_000 + number, "focalLength": 35, "iso": 200, "latitude": None,
                "lensModel": None, "longitude": None, "make": "Nikon", "model": "Z 6", "modifyDate": created,
                "orientation": "1",
                "projectionType": None, "rating": None, "state": None, "timeZone": "UTC+9:30"},
            "fileCreatedAt": created, "fileModifiedAt": created, "hasMetadata": True,
            "isArchived": number in self.library.archived,
            "isFavorite": number % 9 == 0, "isOffline": False, "isTrashed": False, "libraryId": None,
            "livePhotoVideoId": asset_id(number + MOTION) if number in self.library.motions else None,
            "originalMimeType": "video/mp4" if is_video else "image/jpeg",
            "localDateTime": self.library.local(number).isoformat(timespec="milliseconds") + "Z",
            "originalFileName": file_name(number), "ownerId": OWNER,
            "originalPath": f"{self.folder(number)}/{file_name(number)}", "people": [],
            "resized": True, "tags": [], "thumbhash": thumbhash(number),
            "type": "VIDEO" if is_video else "IMAGE", "unassignedFaces": [], "updatedAt": created,
            "visibility": "archive" if number in self.library.archived else "timeline"}

    def known(self, number):
        """A photo, or the film of a motion photo."""
        if number - MOTION in self.library.motions:
            return self.asset(number - MOTION) | {
                "id": asset_id(number), "type": "VIDEO", "originalFileName": f"DSC_{number - MOTION:07}.MP4",
                "livePhotoVideoId": None, "visibility": "hidden"}
        return self.asset(number)

    def one(self, request, identifier):
        number = number_of(identifier)
        if number - MOTION not in self.library.motions and not 0 <= number < self.library.count:
            return self.error(400, "Bad Request", "Not found or no asset.read access")
        return self.json(self.known(number))

    def thumbnail(self, request, identifier):
        number = number_of(identifier)
        if number >= self.library.count:
            return self.error(404, "Not Found", "Asset media not found")
        return 200, "image/jpeg", self.picture(number, request.query.get("size", "thumbnail")), {
            "Cache-Control": "private, max-age=86400, no-transform", "ETag": f'"{identifier}"'}

    def original(self, request, identifier):
        number = number_of(identifier)
        if number in self.library.videos or number - MOTION in self.library.motions:
            return 200, "video/mp4", VIDEO, {}
        return 200, "image/jpeg", self.picture(number, "original"), {"ETag": f'"{identifier}-original"'}

    def search(self, request):
        wish = json.loads(request.body or b"{}")
        page, size = int(wish.get("page", 1)), min(int(wish.get("size", 250)), 1000)
        numbers = range(self.library.count)
        name = wish.get("originalFileName")
        if name:
            numbers = [number for number in numbers if name.lower() in file_name(number).lower()]
        if wish.get("city"):
            numbers = [number for number in numbers if PLACES[number % len(PLACES)][0] == wish["city"]]
        step = 9 if wish.get("isFavorite") else 5 if wish.get("albumIds") else 7 if wish.get("personIds") else 1
        if step > 1:
            numbers = [number for number in numbers if number % step == 0]
        if "takenAfter" in wish:
            first, last = (datetime.datetime.fromisoformat(wish[name].removesuffix("Z"))
                           for name in ("takenAfter", "takenBefore"))
            numbers = [number for number in numbers if first <= self.library.created(number) <= last]
        if wish.get("query"):
            numbers = [number for number in numbers[:5000] if number % 50 == len(wish["query"]) % 50]
        if self.version == 1:
            hides_archived, hides_films = wish.get("isArchived") is False, wish.get("isVisible") is True
        else:
            hides_archived = hides_films = self.version == 2 or wish.get("visibility") == "timeline"
        if hides_archived and self.library.archived:
            numbers = [number for number in numbers if number not in self.library.archived]
        if not hides_films and self.library.motions:
            numbers = [each for number in numbers for each in
                       ([number, number + MOTION] if number in self.library.motions else [number])]
        found = [self.known(number) for number in numbers[(page - 1) * size:page * size]]
        if not wish.get("withExif"):
            found = [{name: value for name, value in asset.items() if name != "exifInfo"} for asset in found]
        more = page * size < len(numbers)
        return self.json({
            "albums": {"total": 0, "count": 0, "items": [], "facets": []},
            "assets": {"total": len(found), "count": len(found), "items": found, "facets": [],
                       "nextPage": str(page + 1) if more else None}})

    def cities(self, request):
        """A photo of each city."""
        named = sorted((city, number) for number, (city, _) in enumerate(PLACES) if city)
        return self.json([self.asset(number) for _, number in named])

    def folder(self, number):
        """Each month has a folder, and every second photo is in one within it."""
        month = self.library.month_of(number)
        return f"/mnt/photos/{month.name[:7]}" + ("/x_1" if number % 2 else "")

    def folders(self, request):
        """https://api.immich.app/endpoints/views/getUniqueOriginalPaths"""
        return self.json(sorted({self.folder(number) for number in range(self.library.count)}))

    def in_folder(self, request):
        """https://api.immich.app/endpoints/views/getAssetsByOriginalPath, whose "_" is any letter."""
        wanted = re.compile(".*" + re.escape(request.query["path"].rstrip("/")).replace("_", "."))
        return self.json([self.asset(number) for number in range(self.library.count)
                          if wanted.fullmatch(self.folder(number))])

    ROUTES = [
        (r"/api/timeline/buckets", "GET", "asset.read", buckets),
        (r"/api/timeline/bucket", "GET", "asset.read", bucket),
        (r"/api/assets/([0-9a-f-]{36})", "GET", "asset.read", one),
        (r"/api/assets/([0-9a-f-]{36})/thumbnail", "GET", "asset.view", thumbnail),
        (r"/api/assets/([0-9a-f-]{36})/original", "GET", "asset.download", original),
        (r"/api/albums", "GET", "album.read", albums),
        (r"/api/people", "GET", "person.read", people),
        (r"/api/view/folder/unique-paths", "GET", "all", folders),
        (r"/api/view/folder", "GET", "all", in_folder),
        (r"/api/search/cities", "GET", "asset.read", cities),
        (r"/api/search/metadata", "POST", "asset.read", search),
        (r"/api/search/smart", "POST", "asset.read", search),
    ]


def enlarged(times):
    """Pictures of a library whose originals have sides `times` those of the server's own pictures."""
    def picture(number, size):
        known = Image.open(io.BytesIO(timeline.jpeg(number)))
        factor = times if size == "original" else 1
        file = io.BytesIO()
        known.resize((known.width * factor, known.height * factor)).save(file, "JPEG", quality=95, subsampling=0)
        return file.getvalue()
    return picture


def hashed_colour(number):
    """The colour that all of a photo's thumbhash has."""
    head = int.from_bytes(base64.b64decode(thumbhash(number))[:3], "little")
    light, yellow, red_green = (head & 63) / 63, (head >> 6 & 63) / 31.5 - 1, (head >> 12 & 63) / 31.5 - 1
    blue = light - 2 / 3 * yellow
    red = (3 * light - blue + red_green) / 2
    return 255 * numpy.clip([red, red - red_green, blue], 0, 1)


def thumbhash(number):
    """A thumbhash of 3 x 3 coefficients (https://evanw.github.io/thumbhash/) in the mean colour of the photo."""
    red, green, blue = photos.painted(number).reshape(-1, 3).mean(axis=0) / 255 if number < 500 else (.5, .4, .3)
    light, yellow, red_green = (red + green + blue) / 3, (red + green) / 2 - blue, red - green
    head = (round(63 * light) | round(31.5 + 31.5 * yellow) << 6 | round(31.5 + 31.5 * red_green) << 12)
    tail = 3 | 1 << 3  # three coefficients in the other direction, no contrast
    return base64.b64encode(head.to_bytes(3, "little") + tail.to_bytes(2, "little") + bytes([0x77] * 9)).decode()

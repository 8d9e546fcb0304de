"""A stand-in for a PhotoPrism server, written from its published API
(https://docs.photoprism.app/developer-guide/api/) and from what its handlers answer.

Its photos are those of immich.Library: the newest has the number 0. The hash and the ID of each tell its number.
"""

import hashlib
import json
import re

from . import immich, timeline
from .immich import PLACES, file_name
from .library_server import LibraryServer

PASSWORD = "ab12cd-34ef56-gh78ij-90kl12"
NAME, LOGIN = "anna", "correct-horse"
VIDEO = immich.VIDEO


def photo_id(number):
    return f"pq{number:014x}"


def file_hash(number):
    """A sum that has the number."""
    return f"{number:08x}" + hashlib.sha1(str(number).encode()).hexdigest()[8:]


def number_of(text):
    return int(text[2:], 16) if text.startswith("pq") else int(text[:8], 16)


class PhotoPrismServer(LibraryServer):
    """Serves `library` at `url` to those who have the app password, or a session of `NAME`, which begins with `LOGIN`;
    to anyone without a password. `refusal` is what it says to the right `LOGIN`, in place of a session. `on` answers
    some requests otherwise: a function of a Request that returns (status, type, body, fields), or None for the usual
    answer."""

    scheme, interface, key_field = "photoprism", "/api/v1/", "X-Auth-Token"

    def __init__(self, library, password=PASSWORD, prefix=""):
        super().__init__(prefix)
        self.library, self.password = library, password
        # The names of sessions, by their tokens.
        self.sessions, self.begun, self.refusal = {}, 0, None
        # What pictures need in their addresses: another one after each sign-out.
        self.preview, self.download = ("look1a2b", "get3c4d") if password else ("public", "public")

    def months_asked(self):
        return [f"{request.query['year']}-{int(request.query['month']):02}" for request in self.asked("photos")
                if request.query.get("month", "").isdigit() and "year" in request.query]

    def json(self, value, status=200, tickets=False):
        fields = {"Cache-Control": "no-store"}
        if tickets and self.password:
            fields |= {"X-Preview-Token": self.preview, "X-Download-Token": self.download}
        return status, "application/json; charset=utf-8", json.dumps(value).encode(), fields

    def usual(self, request):
        path = request.path
        if not path.startswith(self.prefix + "/api/v1/"):
            return 404, "text/html", b"<!doctype html><title>PhotoPrism</title>", {}
        path = path[len(self.prefix + "/api/v1/"):]
        if path == "status":
            return self.json({"status": "operational"})
        for pattern, make in self.PICTURES:
            match = re.fullmatch(pattern, path)
            if match:
                return make(self, request, *match.groups())
        if re.fullmatch(r"session(/[0-9a-f]+)?", path) and request.method != "GET":
            return self.begin_session(request) if request.method == "POST" else self.end_session(request, path)
        if self.password and request.key != self.password and request.key not in self.sessions:
            return self.json({"code": 401, "error": "Please log in to your account"}, 401)
        for pattern, make in self.LISTS:
            match = re.fullmatch(pattern, path)
            if match:
                return make(self, request, *match.groups())
        return self.json({"code": 404, "error": "Not found"}, 404)

    # Sessions: internal/api/session_create.go, session_delete.go and session_response.go

    def begin_session(self, request):
        given = json.loads(request.body)
        if not self.password:
            return self.json(self.session("public", "public"))
        if (given.get("username"), given.get("password")) not in ((NAME, LOGIN), (NAME, self.password)):
            return self.json({"error": "Invalid credentials"}, 401)
        if self.refusal:
            return self.json(self.refusal, 401)
        self.begun += 1
        token = hashlib.sha1(f"token {self.begun}".encode()).hexdigest()
        self.sessions[token] = hashlib.sha256(token.encode()).hexdigest()
        return self.json(self.session(token, self.sessions[token]))

    @staticmethod
    def session(token, name):
        return {"status": "success", "id": token, "session_id": name, "access_token": token, "token_type": "Bearer",
                "expires_in": 86400, "provider": "local", "scope": "*", "user": {"Name": NAME}, "data": {},
                "config": {"mode": "user"}}

    def end_session(self, request, path):
        name = self.sessions.get(request.key)
        if name is None:
            return self.json({"code": 401, "error": "Please log in to your account"}, 401)
        if path not in ("session", f"session/{name}"):
            return self.json({"code": 403, "error": "Permission denied"}, 403)
        del self.sessions[request.key]
        return self.json({"status": "deleted", "session_id": name})

    # Pictures, which know nothing of keys

    BROKEN = 403, "image/svg+xml", b'<svg xmlns="http://www.w3.org/2000/svg"/>', {}

    def thumbnail(self, request, name, ticket, size):
        if ticket != self.preview:
            return self.BROKEN
        return 200, "image/jpeg", timeline.jpeg(number_of(name)), {
            "Cache-Control": "private, max-age=31536000, immutable"}

    def file(self, request, name):
        if request.query.get("t") != self.download:
            return self.BROKEN
        return 200, "image/jpeg", timeline.jpeg(number_of(name)), {}

    def video(self, request, name, ticket, form):
        return (200, "video/mp4", VIDEO, {}) if ticket == self.preview else self.BROKEN

    # Lists

    def moments(self, request):
        return self.json([{"Label": "", "Year": month.year, "Month": month.month, "State": "", "Country": "",
                           "PhotoCount": month.count} for month in self.library.months])

    def photos(self, request):
        query = request.query
        if not query.get("count", "").isdigit():
            return self.json({"code": 400, "error": "Unable to do that"}, 400)
        numbers = range(self.library.count)
        if "year" in query or "month" in query:
            months = [month for month in self.library.months
                      if (str(month.year), str(month.month)) == (query.get("year"), query.get("month"))]
            numbers = [number for month in months for number in range(month.first, month.first + month.count)]
        if "s" in query:
            numbers = [number for number in numbers if number % 5 == 0]
        if query.get("favorite") == "true":
            numbers = [number for number in numbers if number % 9 == 0]
        if "subject" in query:
            numbers = [number for number in numbers if number % 7 == 0]
        if "state" in query:
            numbers = [number for number in numbers if PLACES[number % len(PLACES)][0] == query["state"]]
        if "path" in query:
            numbers = [number for number in numbers if self.folder(number) + "/" == query["path"]]
        if "q" in query:
            numbers = [number for number in numbers if query["q"].lower() in file_name(number).lower()]
        first = int(query.get("offset", 0))
        found = list(numbers)[first:first + min(int(query["count"]), 100_000)]
        return self.json([self.row(number) for number in found], tickets=True)

    def folder(self, number):
        return self.library.month_of(number).name[:7].replace("-", "/")

    def row(self, number):
        width, height = timeline.size(number)
        taken = self.library.local(number)
        city, country = PLACES[number % len(PLACES)]
        kind = ("video" if number in self.library.videos else "live" if number in self.library.motions else "image")
        name = f"{self.folder(number)}/{file_name(number)}"
        return {
            "ID": f"{number + 1}-{number + 1}", "UID": photo_id(number), "Type": kind, "TypeSrc": "",
            "TakenAt": taken.isoformat() + "Z", "TakenAtLocal": taken.isoformat() + "Z", "TakenSrc": "meta",
            "TimeZone": "", "Path": self.folder(number), "Name": file_name(number).split(".")[0],
            "OriginalName": "", "Title": f"{city or 'Unknown'} / {taken.year}", "Description": "",
            "Year": taken.year, "Month": taken.month, "Day": taken.day, "Country": "zz", "Stack": 0,
            "Favorite": number % 9 == 0, "Private": False, "Iso": 200, "FocalLength": 35, "FNumber": 2.8,
            "Exposure": "1/250", "Quality": 3, "Resolution": 12, "Color": 8, "Scan": False, "Panorama": False,
            "CameraID": 2, "CameraMake": "Nikon", "CameraModel": "Z 6", "LensID": 1, "Lat": 0, "Lng": 0, "CellID": "zz",
            "PlaceID": "pt:1" if city else "zz", "PlaceSrc": "",
            "PlaceLabel": f"{city}, {country}" if city else "Unknown",
            "PlaceCity": city or "Unknown", "PlaceState": "Unknown", "PlaceCountry": "zz", "InstanceID": "",
            "FileUID": f"fq{number:014x}", "FileRoot": "sidecar" if kind == "video" else "/",
            "FileName": name + (".jpg" if kind == "video" else ""), "Hash": file_hash(number), "Width": width,
            "Height": height, "Portrait": height > width, "Merged": False, "CreatedAt": taken.isoformat() + "Z",
            "UpdatedAt": taken.isoformat() + "Z", "EditedAt": "0001-01-01T00:00:00Z",
            "CheckedAt": "0001-01-01T00:00:00Z", "Files": None}

    def photo(self, request, identifier):
        number = number_of(identifier)
        row = self.row(number)
        row |= {
            "Camera": {"ID": 2, "Slug": "nikon-z-6", "Name": "Nikon Z 6", "Make": "Nikon", "Model": "Z 6"},
            "Lens": {"ID": 1, "Slug": "zz", "Name": "Unknown", "Make": "", "Model": "Unknown"},
            "Place": {"PlaceID": row["PlaceID"], "Label": row["PlaceLabel"]}, "Labels": [], "Albums": [],
            "Files": [{"UID": row["FileUID"], "PhotoUID": row["UID"], "Name": row["FileName"], "Root": row["FileRoot"],
                       "Hash": row["Hash"], "Size": 4_000_000 + number, "Primary": True, "Width": row["Width"],
                       "Height": row["Height"], "Markers": [{"UID": "m", "Type": "face", "Name": "Anna"}]}]}
        return self.json(row)

    def page(self, request, objects):
        first = int(request.query.get("offset", 0))
        return self.json(objects[first:first + int(request.query["count"])], tickets=True)

    def albums(self, request):
        kind = request.query.get("type")
        if kind == "album":
            names = ["Birthday & more", "Holiday"]
            return self.page(request, [{"UID": f"aq{len(name):014x}", "Type": kind, "Title": name, "Path": "",
                                        "State": "", "PhotoCount": 3} for name in names])
        if kind == "state":
            return self.page(request, [{"UID": f"aq{number:014x}", "Type": kind, "Title": city, "State": city,
                                        "Path": "", "PhotoCount": 0}
                                       for number, city in enumerate(sorted(city for city, _ in PLACES if city))])
        folders = sorted({month.name[:7].replace("-", "/") for month in self.library.months})
        return self.page(request, [{"UID": f"aq{number:014x}", "Type": "folder", "Title": path, "Path": path,
                                    "State": "", "PhotoCount": 1} for number, path in enumerate(folders)])

    def subjects(self, request):
        return self.page(request, [{"UID": f"jq{number:014x}", "Type": "person", "Name": name}
                                   for number, name in enumerate(["Anna", "Ben"])])

    PICTURES = [
        (r"t/([0-9a-f]+)/([^/]*)/(fit_720|fit_1920)", thumbnail),
        (r"dl/([0-9a-f]+)", file),
        (r"videos/([0-9a-f]+)/([^/]*)/(avc)", video),
    ]
    LISTS = [
        (r"moments/time", moments),
        (r"photos", photos),
        (r"photos/(pq[0-9a-f]+)", photo),
        (r"albums", albums),
        (r"subjects", subjects),
    ]

"""A stand-in for a Piwigo gallery, as `tools/ws.htm` of every installation describes its interface."""

import json
from urllib.parse import parse_qs, parse_qsl, urlsplit

from . import photos, replies
from .immich import VIDEO
from .library_server import LibraryServer

NAME, PASSWORD = "anna", "open & shut"
# And how many photos each has: the first ones.
ALBUMS = [("Holiday & more", 3), ("Empty", 0), ("Zürich", 2)]

# The same of tags, one of which has no photos.
TAGS = [("Sea &amp; sand", 2), ("Nothing", 0), ("Winter", 1)]
# The rows of the favourites, and of what is found for a word that is in no name.
FAVOURITES, WORD, FOUND = [1, 3], "sunset", [2, 4]
# What the server knows of each photo.
FACTS = {"author": "Anna", "comment": "Cold &amp; wide", "filesize": 4000, "rating_score": "4.50",
         "rates": {"score": "4.50", "average": "4.50", "count": 2},
         "tags": [{"id": 1, "name": "Sea &amp; sand"}, {"id": 3, "name": "Winter"}]}
ORIGINAL, LARGE = (4800, 3200), (1656, 1104)

PHOTOS = ("/ws.php?format=json&method=pwg.categories.getImages&recursive=true"
          "&order=date_creation%20desc,id%20desc&per_page=500")


def image(row, url, path, derivatives=None, size=photos.SIZE):
    """A photo in a list, with its file at `path`; `url` makes addresses of paths. Without `derivatives`, its only
    smaller picture is a part of it."""
    return {
        "id": row + 1, "width": size[0], "height": size[1], "hit": 0, "file": f"dsc_{row}.jpg",
        "name": photos.name(row), "comment": None, "date_creation": "2024-10-05 11:00:00",
        "date_available": "2024-10-06 20:00:00", "page_url": url(f"/picture.php?/{row + 1}"), "element_url": url(path),
        "derivatives": {"square": {"url": url(path), "width": 120, "height": 120}} | (derivatives or {}),
        "categories": [{"id": 9, "url": url("/index.php?/category/9")}]}


def serve(server, count):
    """Serves a gallery of `count` photos at /; a page has 500 of them, and comes in no other order."""
    def page(number):
        rows = range(number * 500, min((number + 1) * 500, count))
        images = [image(row, server.url, photos.path(row)) for row in rows]
        answer = {"stat": "ok", "result": {
            "paging": {"page": number, "per_page": 500, "count": len(images), "total_count": str(count)},
            "images": images}}
        return replies.of(json.dumps(answer).encode(), "text/plain; charset=utf-8")

    server.on("/", replies.of(b"<html><body>A gallery made by scripts</body></html>", "text/html"))
    server.on("/ws.php?format=json&method=pwg.session.getStatus", replies.of(json.dumps({
        "stat": "ok", "result": {"username": "guest", "status": "guest", "theme": "modus", "language": "en_GB",
                                 "charset": "utf-8", "version": "14.5.0"}}).encode(), "text/plain; charset=utf-8"))
    server.on(PHOTOS, page(0))
    server.on("/ws.php?format=json&method=pwg.categories.getImages&recursive=true&per_page=1", replies.of(json.dumps({
        "stat": "ok", "result": {
            "paging": {"page": 0, "per_page": 1, "count": min(count, 1), "total_count": str(count)},
            "images": [image(row, server.url, photos.path(row)) for row in range(min(count, 1))]}}).encode(),
        "text/plain; charset=utf-8"))
    server.on(f"{PHOTOS}&order=id%20desc&per_page=1", replies.of(json.dumps({"stat": "ok", "result": {
        "paging": {"page": 0, "per_page": 1, "count": min(count, 1), "total_count": str(count)},
        "images": [image(row, server.url, photos.path(row)) for row in range(count)[-1:]]}}).encode(),
        "text/plain; charset=utf-8"))
    for number in range(1, -(-count // 500)):
        server.on(f"{PHOTOS}&page={number}", page(number))
    return server.url("/")


def pages_asked(server):
    """The numbers of the pages that were asked for, in order."""
    asked = [urlsplit(each.path) for each in list(server.exchanges)
             if "per_page=500" in each.path and "order=id" not in each.path]
    return [int(parse_qs(each.query).get("page", ["0"])[0]) for each in asked]


class PiwigoServer(LibraryServer):
    """Serves `count` photos to those who have signed in with the name and the password, by a session; guests are
    refused, or see nothing. Pictures need the session as well. Those numbered in `videos` are videos."""

    interface, key_field = "/", "Cookie"

    def __init__(self, count, prefix="", refuses_guests=True, videos=()):
        super().__init__(prefix)
        self.count, self.refuses_guests, self.videos = count, refuses_guests, videos
        self.password, self.sessions = PASSWORD, []

    @property
    def url(self):
        return self.web + "/"

    def pages_asked(self):
        return [int(request.query.get("page", 0)) for request in self.asked("ws.php")
                if request.query.get("per_page") == "500" and request.query.get("order") != "id desc"
                and request.status == 200]

    def newest_asked(self):
        return [request for request in self.asked("ws.php") if request.query.get("order") == "id desc"]

    def logins(self):
        return [request for request in self.asked("ws.php") if request.method == "POST"]

    def json(self, result):
        return self.answer_of({"stat": "ok", "result": result})

    def failure(self, code, message):
        return self.answer_of({"stat": "fail", "err": code, "message": message}, code if 400 <= code < 600 else 200)

    def answer_of(self, value, status=200, **fields):
        return status, "text/plain; charset=utf-8", json.dumps(value).encode(), {"Cache-Control": "no-store"} | fields

    def is_signed_in(self, request):
        cookies = [each.strip() for each in (request.key or "").split(";")]
        return any(f"pwg_id={session}" in cookies for session in self.sessions)

    def usual(self, request):
        path = request.path.removeprefix(self.prefix)
        if path.startswith(("/upload/", "/_data/i/upload/")):
            if not self.is_signed_in(request):
                return 401, "text/html", b"<html>Access denied</html>", {}
            if path.endswith(".mp4"):
                return 200, "video/mp4", VIDEO, {}
            row, _, suffix = path.split("/")[-1].split(".")[0].partition("-")
            is_large = suffix == "xx"
            picture = photos.small_version(int(row), LARGE) if is_large else photos.jpeg(int(row))
            return 200, "image/jpeg", picture, {}
        if path != "/ws.php":
            return 200, "text/html", b"<html><body>A gallery made by scripts</body></html>", {}
        form = dict(parse_qsl(request.body.decode(), keep_blank_values=True))
        method = form.get("method") or request.query.get("method")
        if method == "pwg.session.login":
            return self.log_in(request, form)
        if method == "pwg.session.getStatus":
            name, status = (NAME, "normal") if self.is_signed_in(request) else ("guest", "guest")
            return self.json({"username": name, "status": status, "theme": "modus", "language": "en_GB",
                              "charset": "utf-8", "version": "15.3.0"})
        if self.refuses_guests and not self.is_signed_in(request):
            return self.failure(401, "Access denied")
        if method == "pwg.categories.getList":
            return self.json({"categories": [
                {"id": number, "name": name, "comment": "", "permalink": None, "status": "private",
                 "uppercats": str(number), "global_rank": str(number), "id_uppercat": None, "nb_images": count,
                 "total_nb_images": count, "representative_picture_id": "0", "date_last": None,
                 "max_date_last": None, "nb_categories": 0, "url": self.web + f"/index.php?/category/{number}"}
                for number, (name, count) in enumerate(ALBUMS, 1)]})
        if method == "pwg.tags.getList":
            return self.json({"tags": [
                {"id": str(number), "name": name, "url_name": str(number), "lastmodified": "2024-10-06 20:00:00",
                 "counter": count, "url": self.web + f"/index.php?/tags/{number}"}
                for number, (name, count) in enumerate(TAGS, 1)]})
        if method == "pwg.images.getInfo":
            row = int(request.query["image_id"]) - 1
            return self.json(self.image(row) | FACTS)
        if method in ("pwg.categories.getImages", "pwg.tags.getImages", "pwg.images.search",
                      "pwg.users.favorites.getList"):
            return self.images(request, method)
        return self.failure(501, "Method name is not valid")

    def log_in(self, request, form):
        if request.method != "POST":
            return self.failure(405, "This method requires HTTP POST")
        if (form.get("username"), form.get("password")) != (NAME, self.password):
            return self.failure(999, "Invalid username/password")
        self.sessions.append(f"s3cr3t{len(self.sessions)}")
        return self.answer_of({"stat": "ok", "result": True},
                              **{"Set-Cookie": f"pwg_id={self.sessions[-1]}; path={self.prefix or '/'}; HttpOnly"})

    def image(self, row):
        def derivative(suffix, width):
            return {"url": self.web + f"/_data/i/upload/{row}-{suffix}.jpg", "width": width, "height": width * 2 // 3}
        derivatives = {"thumb": derivative("th", 144), "2small": derivative("2s", 240), "medium": derivative("me", 792),
                       "xlarge": derivative("xl", 1224), "xxlarge": derivative("xx", 1656)}
        ending = "mp4" if row in self.videos else "jpg"
        made = image(row, lambda path: self.web + path, f"/upload/{row}.{ending}", derivatives, ORIGINAL)
        return made | {"file": f"dsc_{row}.{ending}"}

    def rows(self, request, method):
        """The rows of a list, in its order."""
        count = self.count if self.is_signed_in(request) else 0
        if method == "pwg.images.search":
            return [row for row in FOUND if row < count and request.query["query"] == WORD]
        if method == "pwg.users.favorites.getList":
            return [row for row in FAVOURITES if row < count]
        if "cat_id" in request.query:
            count = min(count, ALBUMS[int(request.query["cat_id"]) - 1][1])
        if "tag_id" in request.query:
            count = min(count, TAGS[int(request.query["tag_id"]) - 1][1])
        return list(range(count))

    def images(self, request, method):
        rows = self.rows(request, method)
        all_count = len(rows)
        if request.query.get("order") == "id desc":
            rows = rows[::-1]
        page, length = int(request.query.get("page", 0)), int(request.query.get("per_page", 100))
        rows = rows[page * length:(page + 1) * length]
        return self.json({
            "paging": {"page": page, "per_page": length, "count": len(rows), "total_count": str(all_count)},
            "images": [self.image(row) for row in rows]})

"""Documents: JSON, tables, lists of addresses and property lists."""

import csv
import gzip
import io
import json
import pathlib
import plistlib
import tempfile

import openpyxl

from .photos import KEYS, LATIN, PLAIN, WORLD, run, write


def write_documents():
    _write_json()
    _write_tables()
    _write_lists()
    _write_property_lists()


def _write_json():
    dump = lambda value, **options: json.dumps(value, **{"ensure_ascii": False, "indent": 2, **options})
    write("json/map.json", json.dumps({p["name"]: p["url"] for p in WORLD}))
    write("json/map-of-objects.json", dump({p["name"]: {k: p[k] for k in KEYS[1:]} for p in WORLD}))
    write("json/array-of-urls.json", dump([p["url"] for p in WORLD]))
    write("json/array.json", dump(WORLD))
    write("json/array-compact.json", json.dumps(WORLD, separators=(",", ":")))
    write("json/lines.jsonl", "".join(json.dumps(p) + "\n" for p in WORLD))
    plain = [{k: v for k, v in p.items() if k != "currency"} for p in WORLD]
    write("json/shop.json", dump(
        {"title": "For sale", "currency": "USD", "rates": {"USD": 1, "GBP": 0.60, "JPY": 102.53}, "photos": plain}))
    write("json/utf-16.json", dump(WORLD).encode("utf-16"))
    write("json/utf-16-big-endian-unmarked.json", dump(WORLD).encode("utf-16-be"))
    write("json/utf-8-marked.json", dump(WORLD).encode("utf-8-sig"))
    write("json/windows-1252.json", dump(LATIN).encode("windows-1252"))
    packed = gzip.compress(dump(WORLD).encode(), mtime=0)
    write("json/array.json.gz", packed)
    half = dump(WORLD).encode()
    write("json/two-members.json.gz", gzip.compress(half[:700], mtime=0) + gzip.compress(half[700:], mtime=0))

    # jsonfeed.org, version 1.1
    write("json/json-feed.json", dump({
        "version": "https://jsonfeed.org/version/1.1", "title": "Ann’s photos", "home_page_url": "https://ann.example/",
        "feed_url": "https://ann.example/feed.json", "icon": "https://ann.example/icon.png",
        "authors": [{"name": "Ann Müller", "url": "https://ann.example/", "avatar": "https://ann.example/ann.jpg"}],
        "language": "en", "items": [
            {"id": "1", "url": "https://ann.example/1", "title": WORLD[0]["name"], "content_html": "<p>…</p>",
             "image": WORLD[0]["url"], "date_published": WORLD[0]["date"], "tags": ["sea"]},
            {"id": "2", "url": "https://ann.example/2", "title": WORLD[1]["name"], "content_text": "A lake.",
             "summary": "A lake", "banner_image": WORLD[1]["url"], "authors": [{"name": "Bob"}, {"name": "Cem"}]},
            {"id": "text", "url": "https://ann.example/text", "content_text": "No picture here."},
            {"id": "3", "url": "https://ann.example/3", "title": "A walk", "content_text": "Two pictures and a sound.",
             "attachments": [
                 {"url": WORLD[2]["url"], "mime_type": "image/jpeg", "title": WORLD[2]["name"], "size_in_bytes": 9999},
                 {"url": "https://ann.example/3.mp3", "mime_type": "audio/mpeg", "duration_in_seconds": 60},
                 {"url": WORLD[3]["url"], "mime_type": "image/jpeg"}]},
            {"id": "5", "url": "https://ann.example/5", "title": WORLD[4]["name"], "image": WORLD[4]["url"],
             "attachments": [{"url": WORLD[4]["url"], "mime_type": "image/jpeg"}]},
            {"id": "6", "external_url": "https://other.example/6", "title": WORLD[5]["name"], "content_html": "",
             "image": WORLD[5]["url"]},
        ]}))

    # Replies of services.
    write("json/flickr-feed.json", dump({
        "title": "Uploads from everyone", "link": "https://www.flickr.com/photos/", "description": "",
        "modified": "2024-05-09T00:00:00Z", "generator": "https://www.flickr.com", "items": [
            {"title": p["name"], "link": f"https://www.flickr.com/photos/ann/{n}/", "media": {"m": p["url"]},
             "date_taken": p["date"], "description": p["description"], "published": p["date"],
             "author": 'nobody@flickr.com ("ann")', "author_id": "1@N00", "tags": ""} for n, p in enumerate(WORLD)]}))
    write("json/flickr-search.json", dump({"photos": {
        "page": 1, "pages": 1, "perpage": 100, "total": 6, "photo": [
            {"id": str(n), "owner": "1@N00", "secret": "0", "server": "65535", "title": p["name"], "ispublic": 1,
             "description": {"_content": p["description"]}, "url_o": p["url"], "media": "photo", "url": p["url"]}
            for n, p in enumerate(WORLD)]}, "stat": "ok"}))
    write("json/picsum.json", json.dumps([
        {"id": str(n), "author": p["author"], "width": p["width"], "height": p["height"],
         "url": f"https://unsplash.com/photos/{n}", "download_url": p["url"]} for n, p in enumerate(WORLD)]))
    write("json/unsplash.json", json.dumps({"total": 6, "total_pages": 1, "results": [
        {"id": str(n), "created_at": p["date"], "width": p["width"], "height": p["height"], "color": "#60544D",
         "description": p["description"], "alt_description": p["name"],
         "user": {"id": "ann", "username": "ann", "name": p["author"], "links": {"html": "https://unsplash.com/@ann"}},
         "urls": {"raw": p["url"] + "?raw", "full": p["url"], "regular": p["url"] + "?w=1080", "thumb": p["thumbnail"]},
         "links": {"self": "https://api.unsplash.com/photos/1", "html": "https://unsplash.com/photos/1"}}
        for n, p in enumerate(WORLD)]}))
    write("json/pexels.json", json.dumps({"total_results": 6, "page": 1, "per_page": 15, "photos": [
        {"id": n, "width": p["width"], "height": p["height"], "url": f"https://www.pexels.com/photo/{n}/",
         "photographer": p["author"], "photographer_url": "https://www.pexels.com/@ann", "photographer_id": 1,
         "avg_color": "#978E82", "src": {"original": p["url"], "large": p["url"] + "?h=650", "tiny": p["thumbnail"]},
         "liked": False, "alt": p["description"]} for n, p in enumerate(WORLD)],
        "next_page": "https://api.pexels.com/"}))
    write("json/wordpress.json", json.dumps([
        {"id": n, "date": p["date"], "guid": {"rendered": p["url"] + "?guid"}, "link": f"https://ann.example/{n}",
         "title": {"rendered": p["name"]}, "author": 1, "caption": {"rendered": p["description"]}, "alt_text": "",
         "media_type": "image", "mime_type": "image/jpeg", "media_details": {"width": 1, "sizes": {}},
         "source_url": p["url"]} for n, p in enumerate(WORLD)]))
    write("json/apod.json", json.dumps([
        {"copyright": p["author"], "date": p["date"][:10], "explanation": p["description"], "hdurl": p["url"] + "?hd",
         "media_type": "image", "service_version": "v1", "title": p["name"], "url": p["url"]} for p in WORLD]))
    write("json/schema-org.json", json.dumps([
        {"@context": "https://schema.org/", "@type": "ImageObject", "contentUrl": p["url"], "name": p["name"],
         "creator": {"@type": "Person", "name": p["author"]}, "license": "https://creativecommons.org/licenses/by/4.0/",
         "thumbnail": {"@type": "ImageObject", "contentUrl": p["thumbnail"]},
         "offers": {"price": 1}} for p in WORLD]))


def _table(photos, **options):
    text = io.StringIO(newline="")
    writer = csv.writer(text, **options)
    writer.writerow(KEYS)
    writer.writerows([p[k] for k in KEYS] for p in photos)
    return text.getvalue()


def _write_tables():
    write("table-csv/python.csv", _table(WORLD))
    write("table-csv/python-unix.csv", _table(WORLD, dialect="unix"))
    write("table-csv/python-tabs.tsv", _table(WORLD, dialect="excel-tab"))
    # Excel's output where the comma is the decimal point, in Windows' own encoding.
    write("table-csv/excel-semicolons.csv", _table(LATIN, delimiter=";").encode("windows-1252"))
    write("table-csv/excel-sep.csv", "sep=;\r\n" + _table(LATIN, delimiter=";"))
    # "CSV UTF-8" and "Unicode Text".
    write("table-csv/excel-utf-8.csv", _table(WORLD).encode("utf-8-sig"))
    write("table-csv/excel-unicode.txt", _table(WORLD, dialect="excel-tab").encode("utf-16"))
    write("table-csv/packed.csv.gz", gzip.compress(_table(WORLD).encode(), mtime=0))

    headerless = io.StringIO(newline="")
    csv.writer(headerless).writerows([p["name"], p["url"], p["description"]] for p in WORLD)
    write("table-csv/no-heading.csv", headerless.getvalue())
    foreign = io.StringIO(newline="")
    csv.writer(foreign).writerows([["Titel", "Adresse"]] + [[p["name"], p["url"]] for p in WORLD])
    write("table-csv/german-heading.csv", foreign.getvalue())

    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        workbook = openpyxl.Workbook()
        workbook.active.append(KEYS)
        for p in WORLD:
            workbook.active.append([p[k] for k in KEYS])
        workbook.save(folder / "photos.xlsx")
        # Separator, quotes, character set (76 is UTF-8, 1 is Windows-1252), first line, columns, language, quote all
        # text.
        for name, options in [("libreoffice", "44,34,76,1"), ("libreoffice-quoted-semicolons", "59,34,76,1,,0,true")]:
            run("soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to",
                f"csv:Text - txt - csv (StarCalc):{options}", "--outdir", folder, folder / "photos.xlsx")
            write(f"table-csv/{name}.csv", (folder / "photos.csv").read_bytes())
        (folder / "photos.csv").write_text(_table(WORLD))
        write("table-csv/sqlite.csv", run(
            "sqlite3", "-csv", "-header", ":memory:", f".import {folder}/photos.csv photos", "select * from photos"))


def _write_lists():
    pairs = [f"{p['url']},{p['description']}" for p in PLAIN]
    folder = "text-of-addresses-and-descriptions"
    write(f"{folder}/one-line.txt", " ## ".join(pairs))
    write(f"{folder}/marks-at-ends.txt", " ##\n".join(pairs) + "\n")
    write(f"{folder}/marks-at-starts.txt", "\n## ".join(pairs) + "\n")
    write(f"{folder}/several-lines.txt", "\r\n".join([" ## ".join(pairs[:3]), " ## ".join(pairs[3:])]) + "\r\n")
    write(f"{folder}/one-a-line.txt", "\n".join(pairs) + "\n")
    write("list-of-addresses/lines.txt", "".join(p["url"] + "\n" for p in PLAIN))
    write("list-of-addresses/comments.txt", "# My photos\n\n" + "\r\n".join(p["url"] for p in PLAIN) + "\r\n# the end")
    write("list-of-addresses/utf-16.txt", "\r\n".join(p["url"] for p in PLAIN).encode("utf-16"))


def _write_property_lists():
    flat = {p["name"]: p["url"] for p in WORLD}
    write("xml-property-list/plistlib.plist", plistlib.dumps(flat, sort_keys=False))
    write("binary-property-list/plistlib.plist", plistlib.dumps(flat, fmt=plistlib.FMT_BINARY))
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name, value in [("dictionary", flat), ("photos", {"title": "For sale", "photos": WORLD})]:
            (folder / "in.plist").write_bytes(plistlib.dumps(value))
            # plmerge writes the format of its first file.
            (folder / "out.plist").write_text("{}")
            run("plmerge", folder / "out.plist", folder / "in.plist")
            write(f"openstep-property-list/gnustep-{name}.plist", (folder / "out.plist").read_bytes())
    strings = "".join(f'/* No comment. */\n"{p["name"]}" = "{p["url"]}";\n' for p in PLAIN)
    write("openstep-property-list/xcode.strings", strings.encode("utf-16"))

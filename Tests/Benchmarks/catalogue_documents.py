"""Catalogues in every format, in the sizes that the benchmarks need."""

import csv
import gzip
import json
import plistlib
import shutil

ROWS = 1_000_000
# For formats that Python takes minutes to write.
SOME_ROWS = 100_000
HEAD = plistlib.dumps({}).split(b"<dict/>")[0] + b"<dict>\n"


def property_list(file, photos):
    """80 bytes of name and URL per row: 112 MB."""
    with open(file, "wb") as out:
        out.write(HEAD)
        for start in range(0, ROWS, 10_000):
            out.write(b"".join(
                b"\t<key>Photo %07d</key>\n\t<string>%s/%04d/original-of-a-picture-%07d.jpg</string>\n"
                % (number, photos, number % 1000, number) for number in range(start, start + 10_000)))
        out.write(b"</dict>\n</plist>\n")
    return file


def fields(number):
    """A photo's fields in formats with more than names: 160 bytes with the syntax of JSON, 110 with that of CSV."""
    return {
        "name": f"Photo {number:07}", "url": f"https://photos.example.org/full/{number % 1000:04}/{number:07}.jpg",
        "description": "A sea, at night", "author": "Ann", "width": 4000, "height": 3000,
    }


def json_array(file):
    with open(file, "w") as out:
        out.write("[\n" + ",\n".join(json.dumps(fields(number)) for number in range(ROWS)) + "\n]\n")
    return file


# Bytes of names and addresses that a row of `records` keeps.
RECORD_TEXT = 180


def records(file, photos):
    """A service's reply whose photos are found by evidence: each within a post that also has a face and a page, under
    keys that say little; 330 bytes a photo."""
    with open(file, "w") as out:
        out.write('{"cursor": null, "posts": [\n')
        for number in range(ROWS):
            name = f"{number % 1000:04}/{number:07}"
            out.write(
                f'{"," if number else ""}{{"id": "{number}", "created": "2024-05-01T10:00:00Z", "account": {{"handle": '
                f'"ann", "avatar": "{photos}/faces/ann.png"}}, "permalink": "{photos}/p/{number}", "attachments": '
                f'[{{"kind": "image", "source": "{photos}/full/{name}.jpg", "small": "{photos}/small/{name}.jpg", '
                f'"width": 4000, "height": 3000, "caption": "Photo {number:07}"}}]}}\n')
        out.write("]}\n")
    return file


def json_map(file):
    with open(file, "w") as out:
        photos = map(fields, range(ROWS))
        json.dump({photo["name"]: photo["url"] for photo in photos}, out)
    return file


def csv_table(file):
    with open(file, "w", newline="") as out:
        writer = csv.DictWriter(out, fields(0))
        writer.writeheader()
        writer.writerows(map(fields, range(ROWS)))
    return file


def address_list(file):
    with open(file, "w") as out:
        out.writelines(fields(number)["url"] + "\n" for number in range(ROWS))
    return file


def openstep(file):
    with open(file, "w") as out:
        out.write("{\n")
        out.writelines(
            f'    "{photo["name"]}" = "{photo["url"]}";\n' for photo in map(fields, range(ROWS)))
        out.write("}\n")
    return file


def media_rss(file):
    """In Flickr's form, shortened: 330 bytes per photo."""
    with open(file, "w") as out:
        out.write('<?xml version="1.0"?>\n<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/">\n<channel>\n')
        out.writelines(
            f'<item>\n  <title>{photo["name"]}</title>\n  <link>{photo["url"]}.html</link>\n'
            f'  <description>{photo["description"]}</description>\n'
            f'  <media:content url="{photo["url"]}" type="image/jpeg" width="{photo["width"]}" '
            f'height="{photo["height"]}"/>\n'
            f'  <media:credit role="photographer">{photo["author"]}</media:credit>\n</item>\n'
            for photo in map(fields, range(SOME_ROWS)))
        out.write("</channel>\n</rss>\n")
    return file


def directory_page(file):
    """In nginx's form: 130 bytes per photo."""
    with open(file, "w") as out:
        out.write("<html>\n<head><title>Index of /</title></head>\n<body>\n<h1>Index of /</h1><hr><pre>")
        out.writelines(
            f'<a href="photo-{number:07}-of-the-sea.jpg">photo-{number:07}-of-the-sea.jpg</a>'
            f'{" " * 24}08-May-2024 10:00             1234567\n' for number in range(SOME_ROWS))
        out.write("</pre><hr></body>\n</html>\n")
    return file


def gallery(file):
    """Thumbnails with links around them, in text: 230 bytes per photo."""
    with open(file, "w") as out:
        out.write("<!DOCTYPE html>\n<html><head><title>Photos</title></head><body>\n")
        out.writelines(
            f'<figure class="photo"><a href="{photo["url"]}"><img src="small/{number:07}.jpg" width="240" height="160" '
            f'alt="{photo["name"]}" loading="lazy"></a>'
            f'<figcaption>{photo["description"]} &amp; more</figcaption></figure>\n'
            for number, photo in enumerate(map(fields, range(SOME_ROWS))))
        out.write("</body></html>\n")
    return file


def packed(file):
    with open(file.with_suffix(""), "rb") as plain, gzip.open(file, "wb", compresslevel=6) as out:
        shutil.copyfileobj(plain, out)
    return file

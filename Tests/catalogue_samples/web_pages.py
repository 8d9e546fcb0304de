"""Web pages: the pages that web servers make of a folder, and pages of text with pictures."""

import html
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.request

import docutils.core

from .photos import BASE, DIRECTORY_PAGES, LATIN, WORLD, write

NGINX = """
daemon off; pid {work}/pid; error_log {work}/log;
events {{}}
http {{
    access_log off; client_body_temp_path {work}; proxy_temp_path {work}; fastcgi_temp_path {work};
    uwsgi_temp_path {work}; scgi_temp_path {work};
    server {{ listen 127.0.0.1:{port}; root {folder}; autoindex on; charset utf-8; }}
}}
"""
APACHE = """
LoadModule mpm_event_module /usr/lib/apache2/modules/mod_mpm_event.so
LoadModule authz_core_module /usr/lib/apache2/modules/mod_authz_core.so
LoadModule mime_module /usr/lib/apache2/modules/mod_mime.so
LoadModule autoindex_module /usr/lib/apache2/modules/mod_autoindex.so
ServerName localhost
Listen 127.0.0.1:{port}
PidFile {work}/pid
ErrorLog {work}/log
User www-data
Group www-data
TypesConfig /etc/mime.types
DocumentRoot {folder}
<Directory {folder}>
    Options Indexes
    Require all granted
    IndexOptions {options}
    AddIconByType (IMG,/icons/image2.gif) image/*
    AddIcon /icons/folder.gif ^^DIRECTORY^^
    DefaultIcon /icons/unknown.gif
</Directory>
"""
LIGHTTPD = """
server.modules = ("mod_dirlisting")
server.bind = "127.0.0.1"
server.port = {port}
server.document-root = "{folder}"
dir-listing.activate = "enable"
dir-listing.encoding = "utf-8"
"""


def write_pages():
    _write_directory_pages()
    _write_text_pages()


def _served(folder, command, configuration=None, **values):
    """The page of the folder by a web server, which is started for it."""
    with socket.socket() as probe, tempfile.TemporaryDirectory() as work:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        pathlib.Path(work).chmod(0o755)
        values = {"folder": folder, "work": work, "port": port, **values}
        if configuration is not None:
            (pathlib.Path(work) / "configuration").write_text(configuration.format(**values))
        words = [word.format(**values) for word in command]
        with subprocess.Popen(
                words, cwd=folder, env={**os.environ, "TZ": "UTC"}, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL) as server:
            try:
                for _ in range(200):
                    try:
                        request = urllib.request.Request(f"http://127.0.0.1:{port}/", headers={"Accept": "text/html"})
                        return urllib.request.urlopen(request).read().replace(str(port).encode(), b"80")
                    except OSError:
                        time.sleep(0.05)
            finally:
                server.terminate()
    raise SystemExit(f"{command[0]} does not answer")


def _directory_pages(folder):
    """Each server's page of the folder, by file name."""
    nginx = ["nginx", "-p", "{work}", "-c", "{work}/configuration"]
    apache = ["apache2", "-d", "{work}", "-f", "{work}/configuration", "-D", "FOREGROUND"]
    return {
        "nginx.html": _served(folder, nginx, NGINX),
        "apache.html": _served(folder, apache, APACHE, options="Charset=UTF-8"),
        "apache-fancy.html": _served(folder, apache, APACHE, options="FancyIndexing Charset=UTF-8"),
        "apache-table.html": _served(
            folder, apache, APACHE, options="FancyIndexing HTMLTable IconsAreLinks Charset=UTF-8"),
        "python.html": _served(folder, ["python3", "-m", "http.server", "--bind", "127.0.0.1", "{port}"]),
        "lighttpd.html": _served(folder, ["lighttpd", "-D", "-f", "{work}/configuration"], LIGHTTPD),
        "caddy.html": _served(folder, ["caddy", "file-server", "--browse", "--listen", "127.0.0.1:{port}"]),
    }


ODD_NAMES = [
    "a b.jpg", "a&b;.jpg", "a'b\"c.jpg", "100%.jpg", "100%25.jpg", "1 < 2 > 0.png", "#1?.jpg", "12:30.jpg",
    "Rome: day 1.jpg", "漢字.jpg", "é.JPEG", "👩‍👩‍👧.webp", "[x] {y}.gif", "a+b=c.jpg", "tab\there.jpg", "..jpg.jpg",
    "long" * 30 + ".jpg", "notes.txt", "jpg",
]


def _write_directory_pages():
    with tempfile.TemporaryDirectory() as folder:
        # A web server may run as another user.
        folder = pathlib.Path(folder) / "photos"
        for name in [*(f"{number}.jpg" for number in range(1, 7)), "small/1.jpg", "readme.txt"]:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(b"photo")
            os.utime(path, (1715162400, 1715162400))
        for path in [folder.parent, folder, folder / "small"]:
            path.chmod(0o755)
            os.utime(path, (1715162400, 1715162400))
        for name, page in _directory_pages(folder).items():
            write(f"web-page-html/{name}", page)
        shutil.rmtree(folder)
        folder.mkdir()
        folder.chmod(0o755)
        for name in ODD_NAMES:
            (folder / name).write_bytes(b"photo")
            os.utime(folder / name, (1715162400, 1715162400))
        for name, page in _directory_pages(folder).items():
            write(DIRECTORY_PAGES / name, page)


def _write_text_pages():
    # A page of text with pictures, and one with links around small ones.
    images = "".join(f".. image:: {p['url']}\n   :alt: {p['name']}\n\nText.\n\n" for p in WORLD)
    thumbnails = "".join(
        f".. image:: small/{n}.jpg\n   :alt: {p['name']}\n   :target: {n}.jpg\n\n" for n, p in enumerate(WORLD, 1))
    options = {"embed_stylesheet": False, "stylesheet_path": "", "output_encoding": "utf-8"}
    for name, text, writer in [
            ("docutils-images.html", images, "html5"), ("docutils-thumbnails.html", thumbnails, "html5"),
            ("docutils-xhtml.xhtml", thumbnails, "html4css1")]:
        text = f"Photos\n======\n\n{text}"
        page = docutils.core.publish_string(text, writer_name=writer, settings_overrides=options)
        write(f"web-page-html/{name}", page)

    # Galleries of WordPress, with and without a plug-in that loads pictures late, and one of Wikipedia.
    figure = (
        '<figure class="wp-block-image size-large"><img fetchpriority="high" decoding="async" width="1024" '
        'height="683" '
        'src="{base}{n}-1024x683.jpg" alt="{name}" class="wp-image-1" srcset="{base}{n}-1024x683.jpg 1024w, '
        '{base}{n}-300x200.jpg 300w, {base}{n}.jpg 2048w" sizes="(max-width: 1024px) 100vw, 1024px" /></figure>\n')
    lazy = (
        '<figure><img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" '
        'data-src="{base}{n}.jpg" class="lazyload" alt="{name}" title="{text}"/><noscript><img src="{base}{n}.jpg" '
        'alt="{name}"/></noscript></figure>\n')
    wiki = (
        '<li class="gallerybox"><a href="/wiki/File:{n}.jpg" class="mw-file-description" title="{name}">'
        '<img alt="{text}" '
        'src="//photos.example.org/thumb/{n}.jpg/120px-{n}.jpg" decoding="async" width="120" height="80" '
        'srcset="//photos.example.org/thumb/{n}.jpg/180px-{n}.jpg 1.5x, //photos.example.org/{n}.jpg 2x" /></a></li>\n')
    for name, shape in [("wordpress.html", figure), ("wordpress-lazy.html", lazy), ("wikipedia.html", wiki)]:
        body = "".join(
            shape.format(base=BASE, n=n, name=html.escape(p["name"]), text=html.escape(p["description"]))
            for n, p in enumerate(WORLD, 1))
        write(f"web-page-html/{name}", (
            '<!DOCTYPE html>\n<html lang="en-US">\n<head>\n<meta charset="UTF-8" />\n'
            '<title>Photos &#8211; Ann</title>\n<script>var a = "<img src=no.jpg>" && 1 < 2;</script>\n'
            '<style>b {} /* <img src=no.jpg> */</style></head>\n'
            f'<body>\n<!-- <img src="no.jpg"> -->\n{body}'
            f'<img src="https://pixel.example/x.gif" width="1" height="1" alt=""/>\n</body>\n</html>\n'))
    latin = "".join(f'<P><A HREF="{n}.jpg">{p["name"]}</A> {p["description"]}\n' for n, p in enumerate(LATIN, 1))
    head = (
        '<HTML><HEAD><META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=iso-8859-1">'
        '<TITLE>Für Ærø</TITLE></HEAD>')
    write("web-page-html/latin-1.html", f"{head}<BODY>{latin}".encode("windows-1252"))

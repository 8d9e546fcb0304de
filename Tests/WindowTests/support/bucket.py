"""A loopback stand-in for a store with S3's interface, and one bucket in it, as its manual describes them.

https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html
https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html
"""

import base64
import bisect
import hashlib
import hmac
import http.server
import re
import threading
import time
from urllib.parse import parse_qsl, quote, unquote, urlsplit
from xml.sax.saxutils import escape

NAMESPACE = "http://s3.amazonaws.com/doc/2006-03-01/"
MOST = 1000  # names a page
LAST = "\U0010ffff"  # sorts after what may follow in a name
DATE, FIELD_DATE = "2019-07-01T10:00:00.000Z", "Mon, 01 Jul 2019 10:00:00 GMT"
AUTHORIZATION = re.compile(
    r"AWS4-HMAC-SHA256 Credential=(.+)/(\d{8})/([^/]+)/s3/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)")


class BucketServer:
    """Has objects of these names in `bucket`, each with the bytes `data`. With `key`, an ID and a secret, it answers
    only what is signed with that. A list takes `latency` seconds at least; `pages` are the times at which lists were
    asked for. Unless it `knows_tokens`, it answers ListObjects, the first version, whatever is asked for."""

    def __init__(self, bucket, names, data, key=None, latency=0.0, knows_tokens=True):
        self.knows_tokens = knows_tokens
        self.bucket, self.data, self.key, self.latency = bucket, data, key, latency
        self.tag = f'"{hashlib.md5(data).hexdigest()}"'
        self.pages = []
        self.fill(names)
        handler = type("Handler", (_Handler,), {"store": self})
        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.http.daemon_threads = True
        threading.Thread(target=self.http.serve_forever, daemon=True).start()
        self.web = f"http://127.0.0.1:{self.http.server_address[1]}"
        self.url = f"s3://{bucket}/?endpoint={quote(self.web, safe='')}"

    def fill(self, names):
        """It has objects of these names from now on."""
        # In the order of UTF-8, which is that of the characters.
        self.names = sorted(names)
        self.rows = {}
        # Before anyone asks, a million is some work.
        self.rows_in("url")

    def rows_in(self, encoding):
        """A list's row of each object."""
        if encoding not in self.rows:
            end = (f"<LastModified>{DATE}</LastModified><ETag>{escape(self.tag, {chr(34): '&quot;'})}</ETag>"
                   f"<Size>{len(self.data)}</Size><StorageClass>STANDARD</StorageClass></Contents>")
            self.rows[encoding] = [f"<Contents><Key>{written(name, encoding)}</Key>{end}" for name in self.names]
        return self.rows[encoding]

    def end(self):
        self.http.shutdown()
        self.http.server_close()

    # Lists

    def page(self, query):
        """The answer to ListObjectsV2, or to ListObjects."""
        delimiter, most = query.get("delimiter", ""), min(int(query.get("max-keys", MOST)), MOST)
        after = query.get("start-after", "")
        if "continuation-token" in query:
            after = base64.urlsafe_b64decode(query["continuation-token"]).decode()
        if not self.knows_tokens:
            after = query.get("marker", "")
        entries, more = self.entries(query.get("prefix", ""), delimiter, after, most)
        encoding = query.get("encoding-type", "")
        rows = self.rows_in(encoding)
        shown = "".join(rows[entry] for entry in entries if isinstance(entry, int))
        shown += "".join(f"<CommonPrefixes><Prefix>{written(entry, encoding)}</Prefix></CommonPrefixes>"
                         for entry in entries if isinstance(entry, str))
        facts = {"Name": self.bucket, "Prefix": written(query.get("prefix", ""), encoding)}
        # What was not asked for is not told.
        for name, element in (("start-after", "StartAfter"), ("delimiter", "Delimiter")):
            if name in query and (self.knows_tokens or name == "delimiter"):
                facts[element] = written(query[name], encoding)
        for name, element in (("continuation-token", "ContinuationToken"), ("encoding-type", "EncodingType")):
            if name in query and (self.knows_tokens or name == "encoding-type"):
                facts[element] = query[name]
        facts |= ({"KeyCount": len(entries)} if self.knows_tokens else {"Marker": written(after, encoding)})
        facts |= {"MaxKeys": most, "IsTruncated": str(more).lower()}
        if more and not self.knows_tokens:
            # Without a delimiter the last name is the next marker, which is not told.
            if delimiter:
                last = entries[-1] + LAST if isinstance(entries[-1], str) else self.names[entries[-1]]
                facts["NextMarker"] = written(last, encoding)
        elif more:
            # After all names with a common beginning.
            last = entries[-1] + LAST if isinstance(entries[-1], str) else self.names[entries[-1]]
            facts["NextContinuationToken"] = base64.urlsafe_b64encode(last.encode()).decode()
        head = "".join(f"<{name}>{value}</{name}>" for name, value in facts.items())
        return document("ListBucketResult", head + shown, f' xmlns="{NAMESPACE}"')

    def entries(self, prefix, delimiter, after, most):
        """The places of names, and the beginnings that names have in common up to the delimiter; and whether more
        follow."""
        begin, end = bisect.bisect_left(self.names, prefix), bisect.bisect_left(self.names, prefix + LAST)
        place, found = max(begin, bisect.bisect_right(self.names, after)), []
        if not delimiter:
            return list(range(place, min(place + most, end))), most < end - place
        while place < end and len(found) < most:
            name = self.names[place]
            if delimiter in name[len(prefix):]:
                found.append(name[:name.index(delimiter, len(prefix)) + len(delimiter)])
                place = bisect.bisect_left(self.names, found[-1] + LAST)
            else:
                found.append(place)
                place += 1
        return found, place < end

    # Signatures

    def refusal(self, method, address, fields):
        """The code of what is wrong with a request's signature; None if nothing is.

        https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
        """
        if not self.key:
            return None
        matched = AUTHORIZATION.fullmatch(fields.get("Authorization", ""))
        if not matched:
            return "AccessDenied"
        key, day, region, signed, signature = matched.groups()
        if key != self.key[0]:
            return "InvalidAccessKeyId"
        query = sorted((quote(name, safe="~"), quote(value, safe="~"))
                       for name, value in parse_qsl(address.query, keep_blank_values=True))
        request = "\n".join([
            method, quote(unquote(address.path), safe="/~"), "&".join(f"{name}={value}" for name, value in query),
            *(f"{name}:{' '.join(fields.get(name, '').split())}" for name in signed.split(";")), "", signed,
            fields.get("x-amz-content-sha256", "")])
        text = "\n".join(["AWS4-HMAC-SHA256", fields.get("x-amz-date", ""), f"{day}/{region}/s3/aws4_request",
                          hashlib.sha256(request.encode()).hexdigest()])
        secret = f"AWS4{self.key[1]}".encode()
        for part in (day, region, "s3", "aws4_request", text):
            secret = hmac.digest(secret, part.encode(), "sha256")
        return None if secret.hex() == signature else "SignatureDoesNotMatch"


STATUS = {"NoSuchBucket": 404, "NoSuchKey": 404, "InvalidRange": 416}


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    store = None

    def log_message(self, *_):
        pass

    def _answer(self, status, body, kind="application/xml", **fields):
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), **fields}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _refuse(self, code, **fields):
        body = f"<Code>{code}</Code><Message>It is {code}.</Message><RequestId>1</RequestId>"
        self._answer(STATUS.get(code, 403), document("Error", body), **fields)

    def do_GET(self):
        began, address = time.monotonic(), urlsplit(self.path)
        refusal = self.store.refusal(self.command, address, self.headers)
        if refusal:
            return self._refuse(refusal)
        bucket, _, name = unquote(address.path).removeprefix("/").partition("/")
        if bucket != self.store.bucket:
            return self._refuse("NoSuchBucket")
        if name:
            return self._object(name)
        self.store.pages.append(began)
        body = self.store.page(dict(parse_qsl(address.query, keep_blank_values=True)))
        time.sleep(max(0, self.store.latency - (time.monotonic() - began)))
        return self._answer(200, body)

    do_HEAD = do_GET

    def _object(self, name):
        names, data = self.store.names, self.store.data
        place = bisect.bisect_left(names, name)
        if names[place:place + 1] != [name]:
            return self._refuse("NoSuchKey")
        fields = {"ETag": self.store.tag, "Last_Modified": FIELD_DATE, "Accept_Ranges": "bytes"}
        asked = re.fullmatch(r"bytes=(\d*)-(\d*)", self.headers.get("Range", ""))
        if not asked or asked[0] == "bytes=-":
            return self._answer(200, data, "image/jpeg", **fields)
        first, last = asked.groups()
        if first:
            first, last = int(first), min(int(last or len(data)), len(data) - 1)
        else:
            first, last = max(0, len(data) - int(last)), len(data) - 1
        if first > last:
            return self._refuse("InvalidRange", Content_Range=f"bytes */{len(data)}")
        fields["Content_Range"] = f"bytes {first}-{last}/{len(data)}"
        return self._answer(206, data[first:last + 1], "image/jpeg", **fields)


def written(text, encoding):
    return quote(text, safe="/~") if encoding == "url" else escape(text)


def document(name, content, attributes=""):
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<{name}{attributes}>{content}</{name}>'.encode()

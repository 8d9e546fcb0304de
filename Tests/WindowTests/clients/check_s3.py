"""Lets a client of others list a bucket and fetch from it; fails where it refuses an answer, or reads another one.

Run by test_stand_ins.py and BucketServerTests.swift, with a Python that has it: check_s3.py < FACTS. The facts are
JSON: the `address` of a store, a `bucket` there, the byte counts of its `objects` by their names, and its `key` with
the `secret`, if it wants one; then also the codes of its `refusals` of another secret, of another key, and of none.
"""

import datetime
import json
import sys
from urllib.parse import unquote

import boto3
from botocore import UNSIGNED
from botocore.config import Config
from botocore.exceptions import ClientError
from botocore.handlers import set_list_objects_encoding_type_url

facts = json.load(sys.stdin)
bucket, objects, secret = facts["bucket"], facts["objects"], facts.get("secret")
names = sorted(objects)
folders = sorted({name.partition("/")[0] + "/" for name in names if "/" in name})
at_top = sorted({name for name in names if "/" not in name} | set(folders))
assert len(names) > 5 and len(folders) > 1 and len(at_top) > len(folders), "too little to list"


def client_with(key, secret):
    config = Config(region_name="us-east-1", s3={"addressing_style": "path"}, retries={"max_attempts": 0},
                    **({} if secret else {"signature_version": UNSIGNED}))
    return boto3.session.Session().client(
        "s3", endpoint_url=facts["address"], config=config, aws_access_key_id=key if secret else None,
        aws_secret_access_key=secret)


client = client_with(facts.get("key"), secret)


def pages(**how):
    """The pages of the list, each with what is true of all."""
    asked = how
    while True:
        page = client.list_objects_v2(Bucket=bucket, **asked)
        there = page.get("Contents", []) + page.get("CommonPrefixes", [])
        assert page["ResponseMetadata"]["HTTPStatusCode"] == 200 and page["Name"] == bucket, page
        assert page["KeyCount"] == len(there) <= page["MaxKeys"], page
        assert page["MaxKeys"] == how.get("MaxKeys", 1000), page
        assert page["Prefix"] == how.get("Prefix", ""), page
        assert page.get("Delimiter", "") == how.get("Delimiter", ""), page
        for each in page.get("Contents", []):
            assert each["ETag"].startswith('"') and each["ETag"].endswith('"') and len(each["ETag"]) > 2, each
            assert isinstance(each["LastModified"], datetime.datetime) and each["LastModified"].tzinfo, each
        yield page
        if not page["IsTruncated"]:
            assert "NextContinuationToken" not in page, page
            return
        asked = {**how, "ContinuationToken": page["NextContinuationToken"]}


def listed(**how):
    """The names on the pages, in order."""
    return [name for page in pages(**how) for name in sorted(
        [each["Key"] for each in page.get("Contents", [])]
        + [each["Prefix"] for each in page.get("CommonPrefixes", [])])]


def refused(status, code, ask, **how):
    """What is refused, is refused in S3's words."""
    try:
        ask(**how)
    except ClientError as error:
        said = error.response
        assert said["ResponseMetadata"]["HTTPStatusCode"] == status and said["Error"]["Code"] == code, said
    else:
        raise AssertionError(f"{how} is not refused")


# All of them, in one page and in several, from any place on.
assert listed() == names, listed()
sizes = {each["Key"]: each["Size"] for page in pages() for each in page["Contents"]}
assert sizes == objects, sizes
for most in (1, 2, len(names) - 1, len(names)):
    assert listed(MaxKeys=most) == names, listed(MaxKeys=most)
for place, name in enumerate(names):
    assert listed(StartAfter=name) == names[place + 1:], (name, listed(StartAfter=name))
    assert listed(StartAfter=name, MaxKeys=2) == names[place + 1:], (name, listed(StartAfter=name, MaxKeys=2))
assert listed(StartAfter=names[2] + "\0") == names[3:]

# Parts of them.
assert listed(Delimiter="/") == at_top, listed(Delimiter="/")
assert listed(Delimiter="/", MaxKeys=1) == at_top, listed(Delimiter="/", MaxKeys=1)
for folder in folders:
    inside = [name for name in names if name.startswith(folder)]
    for how in ({}, {"MaxKeys": 1}, {"Delimiter": "/"}):
        if "Delimiter" not in how or not any("/" in name[len(folder):] for name in inside):
            assert listed(Prefix=folder, **how) == inside, (folder, how, listed(Prefix=folder, **how))
    assert listed(Prefix=folder, StartAfter=inside[0]) == inside[1:], folder
assert listed(Prefix="nothing begins like this") == []

# With names that are escaped, which the client undoes by itself if it asks by itself; and with names that are not.
page = client.list_objects_v2(Bucket=bucket, EncodingType="url")
assert page["EncodingType"] == "url" and [unquote(each["Key"]) for each in page["Contents"]] == names, page
assert any("%" in each["Key"] for each in page["Contents"]), page
client.meta.events.unregister("before-parameter-build.s3.ListObjectsV2", set_list_objects_encoding_type_url)
page = client.list_objects_v2(Bucket=bucket)
assert "EncodingType" not in page and [each["Key"] for each in page["Contents"]] == names, page
tags = {each["Key"]: each["ETag"] for each in page["Contents"]}

# Each of them, and parts.
for name in names:
    whole = client.get_object(Bucket=bucket, Key=name)
    body, count = whole["Body"].read(), objects[name]
    assert len(body) == count == whole["ContentLength"] and whole["ETag"] == tags[name], (name, whole)
    head = client.head_object(Bucket=bucket, Key=name)
    assert head["ContentLength"] == count and head["ETag"] == tags[name], (name, head)
    assert head["LastModified"] == whole["LastModified"], (name, head, whole)
    assert head["ContentType"] == whole["ContentType"], (name, head, whole)
    for asked, first, last in (("2-5", 2, 5), ("3-", 3, count - 1), ("-3", count - 3, count - 1), ("0-0", 0, 0),
                               (f"4-{count + 100}", 4, count - 1)):
        part = client.get_object(Bucket=bucket, Key=name, Range=f"bytes={asked}")
        assert part["ResponseMetadata"]["HTTPStatusCode"] == 206, (asked, part)
        assert part["ContentRange"] == f"bytes {first}-{last}/{count}" and part["ETag"] == tags[name], (asked, part)
        assert part["Body"].read() == body[first:last + 1], asked
    refused(416, "InvalidRange", client.get_object, Bucket=bucket, Key=name, Range=f"bytes={count}-")

# What is not there, and who may not.
refused(404, "NoSuchKey", client.get_object, Bucket=bucket, Key="nothing/here.jpg")
refused(404, "404", client.head_object, Bucket=bucket, Key="nothing/here.jpg")
refused(404, "NoSuchBucket", client.list_objects_v2, Bucket="no-such-bucket")
if secret:
    key = facts["key"]
    others = [client_with(key, secret + "x"), client_with(key + "x", secret), client_with(None, None)]
    for other, code in zip(others, facts["refusals"]):
        refused(403, code, other.list_objects_v2, Bucket=bucket)
        refused(403, code, other.get_object, Bucket=bucket, Key=names[0])
        refused(403, "403", other.head_object, Bucket=bucket, Key=names[0])
print("accepted", boto3.__version__)

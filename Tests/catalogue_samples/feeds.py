"""Feeds: RSS and Atom, by libraries, and in the shapes of services."""

import datetime
import json
import os
import subprocess
from xml.sax.saxutils import escape, quoteattr

import feedgenerator
import feedparser

from .photos import BASE, LATIN, WORLD, write


def write_feed(name, text):
    """Writes it if feedparser finds no error in it."""
    data = text if isinstance(text, bytes) else text.encode()
    read = feedparser.parse(data)
    if read.bozo or len(read.entries) < 6:
        raise SystemExit(f"{name} is no feed: {read.get('bozo_exception')}, {len(read.entries)} entries")
    write(f"feed-rss-atom/{name}", data)


def script(*command):
    """The output of a script, which reads the photos as JSON."""
    # A fixed order of the keys in Perl's hashes.
    environment = {**os.environ, "PERL_HASH_SEED": "0", "PERL_PERTURB_KEYS": "0"}
    photos = json.dumps(WORLD).encode()
    return subprocess.run(command, input=photos, env=environment, check=True, stdout=subprocess.PIPE).stdout


PERL = """
use strict; use warnings; use JSON::PP; use open qw(:std :utf8);
local $/; my $photos = decode_json(do { binmode STDIN, ':raw'; <STDIN> });
"""
PERL_MEDIA_RSS = PERL + """
use XML::FeedPP; use XML::FeedPP::MediaRSS;
my $feed = XML::FeedPP::RSS->new; $feed->title('Photos'); $feed->link('http://photos.example.org/');
$feed->xmlns('xmlns:media' => 'http://search.yahoo.com/mrss/');
for (@$photos) {
    my $item = $feed->add_item($_->{url} =~ s/jpg$/html/r);
    $item->title($_->{name}); $item->pubDate($_->{date}); $item->author($_->{author});
    $item->set('media:content@url' => $_->{url}, 'media:content@type' => 'image/jpeg',
        'media:content@width' => $_->{width}, 'media:content@height' => $_->{height},
        'media:content/media:thumbnail@url' => $_->{thumbnail}, 'media:content/media:title' => $_->{name},
        'media:content/media:description' => $_->{description}, 'media:copyright' => $_->{license});
}
print $feed->to_string('UTF-8', indent => 2);
"""
PERL_RSS = PERL + """
use XML::RSS;
my $version = shift; my $feed = XML::RSS->new(version => $version);
$feed->channel(title => 'Photos', link => 'http://photos.example.org/', description => 'Photos');
for (@$photos) {
    $feed->add_item(title => $_->{name}, link => $_->{url} =~ s/jpg$/html/r,
        description => "<p>$_->{author}</p><a href='$_->{url}'><img src='$_->{thumbnail}' alt=''></a>",
        dc => { creator => $_->{author}, date => $_->{date} },
        ($version eq '2.0' ? (enclosure => { url => $_->{url}, type => 'image/jpeg', length => 9 }) : ()));
}
print $feed->as_string;
"""
PERL_ATOM = PERL + """
use XML::Atom::SimpleFeed;
my $feed = XML::Atom::SimpleFeed->new(title => 'Photos', link => 'http://photos.example.org/', id => 'urn:x',
    updated => '2024-05-09T00:00:00Z', author => 'Ann Müller');
for (@$photos) {
    $feed->add_entry(title => $_->{name}, link => $_->{url} =~ s/jpg$/html/r, id => "urn:$_->{url}",
        link => { rel => 'enclosure', href => $_->{url}, type => 'image/jpeg', length => 9 },
        summary => $_->{description}, published => $_->{date}, updated => $_->{date}, rights => $_->{license});
}
$feed->print;
"""
RUBY = """
require 'json'; require 'rss'
photos = JSON.parse(STDIN.read)
feed = RSS::Maker.make(ARGV[0]) do |maker|
  maker.channel.about = maker.channel.id = maker.channel.link = 'http://photos.example.org/'
  maker.channel.title = maker.channel.description = 'Photos'
  maker.channel.author = 'Ann Müller'
  maker.channel.updated = maker.channel.date = '2024-05-09T00:00:00Z'
  photos.each do |photo|
    maker.items.new_item do |item|
      item.link = photo['url'].sub('jpg', 'html')
      item.id = item.link if ARGV[0] == 'atom'
      item.title = photo['name']
      item.date = item.updated = photo['date']
      item.description = "<p><img src='#{photo['url']}' alt=''/></p>"
      item.content_encoded = item.description if ARGV[0] == '1.0'
      if ARGV[0] == '2.0'
        item.enclosure.url, item.enclosure.type, item.enclosure.length = photo['url'], 'image/jpeg', 9
      end
    end
  end
end
puts feed
"""


def write_feeds():
    date = datetime.datetime(2024, 5, 1, 12, tzinfo=datetime.timezone.utc)
    for name, kind in [("feedgenerator-rss.xml", feedgenerator.Rss201rev2Feed),
                       ("feedgenerator-atom.xml", feedgenerator.Atom1Feed)]:
        feed = kind("Photos", BASE, "Ann’s photos", feed_url=BASE + "feed", author_name="Ann Müller")
        feed.latest_post_date = lambda: date
        for n, p in enumerate(WORLD):
            feed.add_item(
                p["name"], f"{BASE}{n}.html", p["description"], author_name=p["author"], author_email="ann@example.org",
                pubdate=date, updateddate=date, enclosure=feedgenerator.Enclosure(p["url"], "9", "image/jpeg"),
                item_copyright=p["license"])
        write_feed(name, feed.writeString("utf-8"))
    write_feed("feedpp-media.xml", script("perl", "-e", PERL_MEDIA_RSS))
    for version in ["0.91", "1.0", "2.0"]:
        write_feed(f"xml-rss-{version}.xml", script("perl", "-e", PERL_RSS, version))
    write_feed("simplefeed-atom.xml", script("perl", "-Mutf8", "-e", PERL_ATOM))
    for version in ["1.0", "2.0", "atom"]:
        write_feed(f"ruby-{version}.xml", script("ruby", "-e", RUBY, version))

    # Shapes of services.
    mrss = 'xmlns:media="http://search.yahoo.com/mrss/"'
    dc = 'xmlns:dc="http://purl.org/dc/elements/1.1/"'
    stamp = lambda n: (date + datetime.timedelta(days=n)).strftime("%a, %d %b %Y %H:%M:%S +0000")

    def posted(n, p):
        link = "https://www.flickr.com/"
        return escape(
            f'<p><a href="{link}people/ann/">Ann Müller</a> posted a photo:</p> <p><a href="{link}photos/ann/{n}/" '
            f'title="x"><img src="{p["url"]}?m" width="240" height="160" alt="x" /></a></p> '
            f'<p>{escape(p["description"])}</p>')
    flickr = "".join(
        f"""    <item>
      <title>{escape(p["name"])}</title>
      <link>https://www.flickr.com/photos/ann/{n}/</link>
      <description>{posted(n, p)}</description>
      <pubDate>{stamp(n)}</pubDate>
      <dc:date.Taken>{p["date"]}</dc:date.Taken>
      <author flickr:profile="https://www.flickr.com/people/ann/">nobody@flickr.com (Ann Müller)</author>
      <guid isPermaLink="false">tag:flickr.com,2004:/photo/{n}</guid>
      <media:content url="{p["url"]}" type="image/jpeg" height="{p["height"]}" width="{p["width"]}"/>
      <media:title>{escape(p["name"])}</media:title>
      <media:description type="html">{escape(escape(p["description"]))}</media:description>
      <media:thumbnail url="{p["thumbnail"]}" height="75" width="75" />
      <media:credit role="photographer">Ann Müller</media:credit>
      <media:category scheme="urn:flickr:tags">sea</media:category>
      <creativeCommons:license>https://creativecommons.org/licenses/by/4.0/</creativeCommons:license>
      <enclosure url="{p["url"]}?o" type="image/jpeg" />
    </item>
""" for n, p in enumerate(WORLD))
    write_feed("flickr-rss.xml", f"""<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" {mrss} {dc} \
xmlns:creativeCommons="http://cyber.law.harvard.edu/rss/creativeCommonsRssModule.html" xmlns:flickr="urn:flickr:user" >
  <channel>
    <title>Uploads from Ann</title>
    <link>https://www.flickr.com/photos/ann/</link>
    <image><url>https://www.flickr.com/images/buddyicon.gif</url><title>Icon</title><link>x</link></image>
{flickr}  </channel>
</rss>
""")
    wordpress = "".join(
        f"""	<item>
		<title>{escape(p["name"])}</title>
		<link>https://ann.example/{n}/</link>
		<dc:creator><![CDATA[Ann Müller]]></dc:creator>
		<pubDate>{stamp(n)}</pubDate>
		<guid isPermaLink="false">https://ann.example/?p={n}</guid>
		<description><![CDATA[{escape(p["description"])} [&#8230;]]]></description>
		<content:encoded><![CDATA[<p>{escape(p["description"])}</p>
<figure class="wp-block-image"><img decoding="async" width="1024" src="{p["url"]}" alt="" \
srcset="{p["url"]} 4000w, {p["thumbnail"]} 600w" /></figure>]]></content:encoded>
	</item>
""" for n, p in enumerate(WORLD))
    write_feed("wordpress.xml", f"""<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"
	xmlns:content="http://purl.org/rss/1.0/modules/content/" {dc} xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
	<title>Ann&#8217;s photos</title>
	<atom:link href="https://ann.example/feed/" rel="self" type="application/rss+xml" />
	<link>https://ann.example</link>
	<item><title>No picture</title><link>https://ann.example/text/</link><description>Only text.</description></item>
{wordpress}</channel>
</rss>
""")
    newspaper = "".join(
        f"""<item><title>{escape(p["name"])}</title><link>https://news.example/{n}</link>\
<description>{escape("<p>" + escape(p["description"]) + "</p>")}</description><pubDate>{stamp(n)}</pubDate>\
<guid>https://news.example/{n}</guid><media:content width="140" url="{p["url"]}?width=140">\
<media:credit scheme="urn:ebu">Photograph: Ann Müller</media:credit></media:content>\
<media:content width="4000" height="3000" url="{p["url"]}">\
<media:credit scheme="urn:ebu">Photograph: Ann Müller</media:credit></media:content><dc:creator>Bob</dc:creator></item>
""" for n, p in enumerate(WORLD))
    write_feed("newspaper.xml", f"""<?xml version="1.0" encoding="UTF-8"?>
<rss {mrss} {dc} version="2.0"><channel><title>News</title>{newspaper}</channel></rss>""")
    groups = "".join(
        f"""<entry><id>urn:{n}</id><title type="text">{escape(p["name"])}</title><published>{p["date"]}</published>\
<updated>{p["date"]}</updated><link rel="alternate" href="{n}.html"/><author><name>Ann Müller</name>\
<uri>https://ann.example/</uri></author><media:group><media:title>{escape(p["name"])}</media:title>\
<media:content url="{n + 1}.mp4" type="video/mp4"/>\
<media:content url="{n + 1}.jpg?s=640" type="image/jpeg" width="640" height="480"/>\
<media:content url="{n + 1}.jpg" type="image/jpeg" width="{p["width"]}" height="{p["height"]}"/>\
<media:thumbnail url="small/{n + 1}.jpg"/><media:description>{escape(p["description"])}</media:description>\
</media:group></entry>
""" for n, p in enumerate(WORLD))
    write_feed("media-groups-atom.xml", f"""<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" {mrss} xml:base="{BASE}"><id>urn:x</id><title>Photos</title>\
<updated>2024-05-09T00:00:00Z</updated>{groups}</feed>""")
    xhtml = "".join(
        f"""<entry xml:base="/"><id>urn:{n}</id><title>{escape(p["name"])}</title><updated>{p["date"]}</updated>\
<link href="{n}.html"/><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">\
<p>{escape(p["description"])}</p><a href="{n + 1}.jpg"><img src="small/{n + 1}.jpg" alt={quoteattr(p["name"])}/></a>\
</div></content></entry>
""" for n, p in enumerate(WORLD))
    write_feed("xhtml-atom.xml", f"""<?xml version="1.0"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:base="{BASE}blog/"><id>urn:x</id><title>Photos</title>\
<author><name>Ann Müller</name></author><updated>2024-05-09T00:00:00Z</updated>{xhtml}</feed>""")
    latin = "".join(
        f"<item><title>{escape(p['name'])}</title><enclosure url='{p['url']}' type='image/jpeg' length='0'/></item>"
        for p in LATIN)
    write_feed("windows-1252.xml", (
        f'<?xml version="1.0" encoding="windows-1252"?>\n<rss version="2.0"><channel><title>Für Ærø</title>{latin}'
        f'</channel></rss>').encode("windows-1252"))

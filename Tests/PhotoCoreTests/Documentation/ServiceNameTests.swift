import Foundation
import Testing

/// What is a photo is decided by evidence, not by a service's name or host.
@Suite("Names of services")
struct ServiceNameTests {
    private static let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
        url.deletingLastPathComponent()
    }
    private static let folders = ["Sources/PhotoCore/Catalogue", "Sources/PhotoServices/Catalogue"]

    /// Services and programs whose documents people have, and parts of them.
    private static let names = """
        500px airtable amazon apple artstation bandcamp behance blogger blogspot bluesky buddyicon caddy chevereto \
        cloudinary contentful darktable deviantart digikam discord disqus dribbble dropbox drupal europeana facebook \
        fancybox feedburner fgallery flickity flickr geeqie ghost github gitlab google gravatar huggingface ifttt \
        imgix imgur immich instagram jetpack joomla lazygal lightgallery lighttpd lightroom lychee mastodon mediawiki \
        nasa nextcloud nginx onedrive patreon pexels photoprism photoswipe picasa pinterest piwigo pixabay pixelfed \
        rclone reddit shopify sigal smugmug snapchat spotify squarespace strapi substack synology takeout telegram \
        tiktok trello tumblr twemoji twitter unsplash vimeo vkontakte wikidata wikimedia wikipedia wordpress youtube
        """.split(separator: " ").map(String.init)

    /// Texts in which such a name is part of a published format's own words, and why each has to be there.
    private static let exceptions: [(text: String, reason: String)] = [
        ("application/vnd.apple.mpegurl", "the registered media type of playlists"),
        ("-//apple//dtd plist", "the document type of property lists"),
        ("www.apple.com/dtds/propertylist", "the document type of property lists"),
        ("twitter:image", "the name of a property of pages, which all sites have"),
        ("urn:flickr:", "a namespace of feeds"),
        ("www.google.com/schemas/play-podcasts", "a namespace of podcasts"),
        ("googleplay", "the usual prefix of that namespace, where a feed does not declare it"),
        ("#geeqie collection", "the first line of a format of files"),
        ("picasa.ini", "the name of a format of files"),
        ("picasa", "the first words of that format, and its name for a person"),
    ]

    /// The string literals of a file: what stands between quotes, outside of comments.
    private static func literals(in source: String) -> [String] {
        var literals: [String] = []
        var isInText = false
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            if trimmed.contains("\"\"\"") {
                isInText.toggle()
            } else if isInText {
                literals.append(trimmed)
            } else if !trimmed.hasPrefix("//") {
                let parts = trimmed.replacing("\\\"", with: "").split(
                    separator: "\"", omittingEmptySubsequences: false)
                literals += parts.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
            }
        }
        return literals
    }

    @Test func `No text of the code that finds photos has a service's name`() throws {
        var count = 0
        for folder in Self.folders {
            let files = FileManager.default.enumerator(
                at: Self.root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
            for file in (files?.allObjects as? [URL] ?? []) where file.pathExtension == "swift" {
                for literal in Self.literals(in: try String(contentsOf: file, encoding: .utf8)) {
                    count += 1
                    var text = literal.lowercased()
                    for exception in Self.exceptions { text = text.replacing(exception.text, with: "") }
                    let words = Set(text.split { !$0.isLetter && !$0.isNumber }.map(String.init))
                    let found = Self.names.filter { words.contains($0) || $0.count > 5 && text.contains($0) }
                    #expect(found.isEmpty, "\(file.lastPathComponent): “\(literal)”")
                }
            }
        }
        #expect(count > 1000)
    }

    @Test func `Each exception is still needed`() throws {
        var texts = ""
        for folder in Self.folders {
            let files = FileManager.default.enumerator(
                at: Self.root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
            for file in (files?.allObjects as? [URL] ?? []) where file.pathExtension == "swift" {
                texts += Self.literals(in: try String(contentsOf: file, encoding: .utf8)).joined(separator: "\n")
            }
        }
        for exception in Self.exceptions { #expect(texts.lowercased().contains(exception.text), "\(exception)") }
    }
}

import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite struct TypedLocationTests {
    private let homes: (String) -> String? = { ["": "/home/me", "you": "/home/you"][$0] }

    @Test(
        arguments: [
            ("https://example.org/photos.plist", "https://example.org/photos.plist"),
            (" http://example.org/photos.plist\n", "http://example.org/photos.plist"),
            ("example.org/photos.plist", "https://example.org/photos.plist"),
            ("example.org", "https://example.org"),
            ("example.org:8443/x", "https://example.org:8443/x"),
            ("example.org/my photos.plist", "https://example.org/my%20photos.plist"),
            ("münchen.de/x.plist", "https://xn--mnchen-3ya.de/x.plist"),
            ("192.168.1.5/x.plist", "https://192.168.1.5/x.plist"),
            ("localhost:8080/x.plist", "http://localhost:8080/x.plist"),
            ("127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("[::1]:8080/x", "http://[::1]:8080/x"),
            ("/home/x.plist", "file:///home/x.plist"),
            ("/home/100% a?b#c.plist", "file:///home/100%25%20a%3Fb%23c.plist"),
            ("~/x.plist", "file:///home/me/x.plist"),
            ("~", "file:///home/me"),
            (" ~/ ", "file:///home/me/"),
            ("~/my photos/ ", "file:///home/me/my%20photos/"),
            ("~you", "file:///home/you"),
            ("\t~you/x y", "file:///home/you/x%20y"),
            ("  /srv/photos  ", "file:///srv/photos"),
            (" file:///srv/photos/ ", "file:///srv/photos/"),
            ("file:///srv/photos", "file:///srv/photos"),
            ("FILE://localhost/srv/photos/", "file:///srv/photos/"),
            ("file:/srv/photos", "file:///srv/photos"),
            ("file:///home/a b.plist", "file:///home/a%20b.plist"),
        ])
    func `What is meant is opened`(text: String, url: String) {
        #expect(Sample.describe(TypedLocation.parse(text, home: homes)) == url)
    }

    @Test(
        arguments: [
            ("", "There is no URL"),
            ("  ", "There is no URL"),
            ("http://", "“http://” has no host"),
            ("http:", "“http:” has no host"),
            ("https:///x", "has no host"),
            ("http:example.org", "has no host"),
            ("ldap://example.org/x", "“ldap” addresses cannot be opened"),
            ("mailto:me@example.org", "“mailto” addresses cannot be opened"),
            ("javascript:alert(1)", "“javascript” addresses cannot be opened"),
            ("hello", "“hello” is not an address. Enter one like"),
            ("hello world", "is not an address"),
            ("hello world.org/x", "is not an address"),
            ("http://hello world/", "is not a valid URL"),
            ("photos.plist", "a full path like"),
            ("~someone/x", "There is no user “someone” on this computer. Your home folder is ~"),
            ("~ /x", "There is no user “ ”"),
            ("a..b/x", "is not an address"),
            (".", "is not an address"),
            ("../x.plist", "is not an address"),
            ("./x.plist", "is not an address"),
            ("example.org:99999/x", "is not a valid URL"),
            ("file://nas/x", "another computer"),
            ("[zz/x", "is not an address"),
        ])
    func `What is none is refused with a reason`(text: String, reason: String) {
        let said = Sample.describe(TypedLocation.parse(text, home: homes))
        #expect(said.contains(reason), "\(said)")
    }

    @Test func `While it is typed nobody is asked whether there is such a user`() {
        #expect((try? TypedLocation.check("~nobody whom anybody knows/x").get()) != nil)
    }

    @Test func `Every beginning of a typed address is a URL that can be opened, or has a reason`() throws {
        for whole in ["https://user@example.org:8080/a b?c#d", "~/photos.plist", "[::1]:80/x", "127.0.0.1:8080/x"] {
            for count in 0..<whole.count {
                switch TypedLocation.check(String(whole.prefix(count))) {
                case .success(let url): #expect(["http", "https", "file"].contains(url.scheme), "\(url)")
                case .failure(let failure): #expect(failure.description.hasSuffix("."), "\(failure)")
                }
            }
            #expect(throws: Never.self) { try TypedLocation.check(whole).get() }
        }
    }
}

import CSoup
import Foundation
import Testing

@testable import PhotoCore
@testable import PhotoServices

/// Addresses of rows and of libraries are Foundation's, those of requests are GLib's.
@Suite("Servers, as Foundation and GLib spell them")
struct WebServerTests {
    /// The server that a request for `url` goes to.
    private func asked(_ url: URL) throws -> WebServer {
        let address = try #require(g_uri_parse(url.absoluteString, SoupAddress.flags, nil))
        defer { g_uri_unref(address) }
        let origin = Origin(address)
        let space = ProtectionSpace(
            host: origin.host, port: 80, realm: "", scheme: .basic, isEncrypted: origin.isEncrypted)
        return WebServer(space)
    }

    @Test(arguments: [
        "http://bücher.example/a", "http://BÜCHER.example/", "http://xn--bcher-kva.example/",
        "http://XN--BCHER-KVA.Example/", "http://b%C3%BCcher.example/", "http://b%c3%bccher.example/?q#f",
    ])
    func `A name with other letters is the same server, however it is written`(text: String) throws {
        let url = try #require(URL(string: text))
        let server = WebServer(host: "xn--bcher-kva.example", port: 80)
        #expect(WebServer(url) == server)
        #expect(try asked(url) == server)
        #expect(WebServer(host: "bücher.example", port: 80) == server)
    }

    @Test(arguments: [
        "http://straße.example/", "http://stra%C3%9Fe.example/", "http://例え.jp/", "http://[::1]/", "http://h_1/",
    ])
    func `Both spell other names alike`(text: String) throws {
        let url = try #require(URL(string: text))
        #expect(try WebServer(url) == asked(url))
    }

    @Test(arguments: ["bü%2Fx.example", "bü%23x.example", "x%40bü.example", "bü%3A8.example"])
    func `A name that holds more than a name is no other server`(host: String) throws {
        let text = host.replacingOccurrences(of: "ü", with: "%C3%BC")
        guard let url = URL(string: "http://\(text)/"), let server = WebServer(url) else { return }
        for name in ["xn--b-eha", "xn--b-eha.example", "bü", "bü.example"] {
            #expect(server != WebServer(host: name, port: 80))
        }
    }
}

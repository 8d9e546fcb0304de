import Foundation
import PhotoCore
import Testing

@testable import ClassicPhotosApp

@Suite struct OpeningFailureTextTests {
    private let folder = CatalogueSource.url(URL(fileURLWithPath: "/home/me/Pictures", isDirectory: true))
    private let file = CatalogueSource.url(URL(fileURLWithPath: "/home/me/photos.plist"))
    private let web = CatalogueSource.url(URL(string: "https://example.org/photos.plist") ?? URL(fileURLWithPath: "/"))
    private let missingURL = URL(fileURLWithPath: "/")
    private let missing = CatalogueFailure.fetch(
        .unreadableFile(path: "/home/me/x", reason: "No such file or directory"))

    @Test func `What is not on this computer is not asked for again, but another can be chosen`() {
        let text = OpeningFailureText(missing, of: folder)
        #expect(text.heading == "“Pictures” Cannot Be Opened")
        #expect(text.offer == .chooseFolder)
        #expect(text.body.contains("No such file or directory") && text.body.contains("choose another folder"))
        #expect(OpeningFailureText(missing, of: file).offer == .chooseFile)
        #expect(OpeningFailureText(.fetch(.other(reason: "Denied")), of: folder).offer == .chooseFolder)
        #expect(OpeningFailureText(.notACatalogue(reason: "It is empty."), of: file).offer == .chooseFile)
        #expect(OpeningFailureText(.noPhotos, of: folder).body.contains("no pictures in this folder, and no folders"))
        for all in [folder.recursive, CatalogueSource.url(URL(string: "http://h/p/") ?? missingURL).recursive] {
            #expect(OpeningFailureText(.noPhotos, of: all).body.contains("in this folder or its subfolders"))
        }
    }

    @Test func `A server is asked again, unless that can change nothing`() {
        for failure in [
            .fetch(.timedOut(host: "h", seconds: 20)), .fetch(.hostUnknown(host: "h")),
            .fetch(.refused(status: 404, phrase: "")), .notACatalogue(reason: "It is a web page (HTML)."), .noPhotos,
        ] as [CatalogueFailure] {
            let text = OpeningFailureText(failure, of: web, rows: 3)
            #expect(text.offer == .tryAgain && text.heading == "Oops!")
            #expect(text.body.hasPrefix("photos.plist\n\n") && text.body.contains("The first 3 photos"))
        }
        let one = OpeningFailureText(.notACatalogue(reason: "It ends early."), of: web, rows: 1)
        #expect(one.body.hasSuffix("\n\nThe first photo could be read and is shown."))
        for failure in [.tooLarge(limit: 1 << 28), .tooManyPhotos(limit: 4_000_000)] as [CatalogueFailure] {
            #expect(OpeningFailureText(failure, of: web).offer == .nothing)
            #expect(OpeningFailureText(failure, of: file).offer == .nothing)
        }
    }

    @Test(arguments: [
        "immich+https://h/?search=tree", "nextcloud+https://h/remote.php/webdav/?search=tree",
    ])
    func `What a server does not find is no mistake`(_ address: String) throws {
        let source = try CatalogueSource(address, in: "/")
        let text = OpeningFailureText(.noPhotos, of: source)
        #expect(text.heading == "No Results Found" && text.offer == .nothing)
        #expect(text.body == "The server knows no photos for “tree”.")
        // Only the search is to be blamed for that.
        #expect(OpeningFailureText(.fetch(.noNetwork(host: "h")), of: source).offer == .tryAgain)
    }
}

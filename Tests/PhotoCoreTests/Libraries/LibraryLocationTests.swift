import Foundation
import Testing

@testable import PhotoCore

@Suite("Addresses of libraries")
struct LibraryLocationTests {
    @Test(arguments: [
        ("immich://photos.example.org", "immich+https://photos.example.org/", "https://photos.example.org/api/"),
        ("immich+http://host:2283/", "immich+http://host:2283/", "http://host:2283/api/"),
        ("IMMICH+HTTPS://h/below/it", "immich+https://h/below/it/", "https://h/below/it/api/"),
        ("immich://anna:secret@h?key=1#x", "immich+https://h/", "https://h/api/"),
        ("photoprism://h:2342/below", "photoprism+https://h:2342/below/", "https://h:2342/below/api/v1/"),
        ("PhotoPrism+http://anna:secret@h", "photoprism+http://h/", "http://h/api/v1/"),
    ])
    func `An address is stored without secrets, and names the interface`(
        _ typed: String, _ stored: String, _ interface: String
    ) throws {
        let url = try TypedLocation.parse(typed).get()
        #expect(url.absoluteString == stored)
        let library = try #require(LibraryLocation(url))
        #expect(library.interface.absoluteString == interface)
        #expect(LibraryLocation(library.kind, interface: library.interface) == library)
        #expect(library.place?.space?.scheme == .key)
    }

    @Test(arguments: [
        ("immich+https://h/", "Immich"), ("immich+https://h/a/", "Immich (/a/)"), ("photoprism://h/", "PhotoPrism"),
        ("photoprism://h/a/b%20c", "PhotoPrism (/a/b%20c/)"),
    ])
    func `Servers below paths of one host have keys of their own`(_ typed: String, _ realm: String) throws {
        let url = try TypedLocation.parse(typed).get()
        #expect(LibraryLocation(url)?.place?.space?.realm == realm)
    }

    @Test(arguments: [
        "immich://", "immich+https:///path", "immich:h", "immich+ftp://h", "immich+https://h:99999", "immich+://h",
        "photoprism+file://h/x", "photoprism+https+http://h", "photoprism:",
    ])
    func `What has no host, or another scheme, is none`(_ typed: String) {
        #expect(throws: LocationFailure.self) { try TypedLocation.parse(typed).get() }
    }

    @Test(arguments: ["https://h/apis", "ftp://h/api", "https://h/", "api"])
    func `An interface ends in api`(_ address: String) throws {
        let url = try #require(URL(string: address))
        #expect(LibraryLocation(.immich, interface: url) == nil)
        #expect(LibraryLocation(.photoPrism, interface: url) == nil)
    }

    @Test func `A month's name cannot add to the question`() throws {
        let library = try #require(URL(string: "immich+https://h").flatMap { LibraryLocation($0) })
        let address = try #require(library.month("2024-05-01&visibility=locked#/../"))
        #expect(address.absoluteString.hasSuffix("&timeBucket=2024-05-01%26visibility%3Dlocked%23%2F..%2F"))
        #expect(address.path == "/api/timeline/bucket")
    }

    @Test(arguments: [
        (LibraryLocation.Part.timeline, "order=desc&visibility=timeline&withPartners=true"),
        (.favourites, "order=desc&isFavorite=true"), (.album(id: "a-1", name: "x"), "order=desc&albumId=a-1"),
        (.person(id: "b-2", name: "Anna"), "order=desc&visibility=timeline&personId=b-2"),
    ])
    func `A part asks for what the server's own page shows`(_ part: LibraryLocation.Part, _ question: String) throws {
        let library = try #require(URL(string: "immich+https://h/").flatMap { LibraryLocation($0) }).showing(part)
        #expect(library.months()?.query == question)
        #expect(library.month("2024-05-01")?.query == question + "&timeBucket=2024-05-01")
        let old = question.replacing("order=desc", with: "size=MONTH")
            .replacing("visibility=timeline", with: "isArchived=false")
        #expect(library.months(forOldServers: true)?.query == old)
    }

    @Test(arguments: [
        LibraryLocation.Part.timeline, .favourites, .albums, .people, .places, .folders,
        .album(id: "a-1", name: "x & y"), .person(id: "b-2", name: "Ü"), .place("São Paulo"),
        .folder("/mnt/a b/50%&part=albums"), .search("tree?"),
    ])
    func `Each part has an address of its own, and rows that open it`(_ part: LibraryLocation.Part) throws {
        let library = try #require(URL(string: "immich+https://h/").flatMap { LibraryLocation($0) })
        let shown = library.showing(part)
        #expect(shown.part == part)
        #expect(LibraryLocation(shown.url)?.part == part)
        guard part != .timeline else { return }
        let row = try #require(URL(string: LibraryLocation.address(of: part), relativeTo: library.interface))
        #expect(library.part(at: row.absoluteURL)?.part == part)
    }
}

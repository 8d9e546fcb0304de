import Foundation
import Testing

@testable import ClassicPhotosApp
@testable import PhotoCore

@Suite("What the sidebar of libraries offers")
struct SidebarPlacesTests {
    private static let home = AllLibraries.Member(address: "immich+https://a.example/", name: "At home")
    private static let club = AllLibraries.Member(address: "webdavs://club.example/photos/", name: "Club")
    private static let folder = AllLibraries.Member(address: "file:///photos/", name: "")

    @Test func `Nothing where nothing is remembered, and no “all” of one`() {
        #expect(SidebarPlaces([], shown: nil, facts: nil).places.isEmpty)
        let one = SidebarPlaces([Self.club], shown: nil, facts: nil)
        #expect(one.places.map(\.kind) == [.server])
        #expect(one.places.map(\.title) == ["Club"])
        #expect(one.places.map(\.subtitle) == ["club.example/photos/"])
        #expect(one.current == nil)
    }

    @Test func `Folders alone are not worth a sidebar`() {
        #expect(!SidebarPlaces([], shown: nil, facts: nil).isUseful)
        #expect(!SidebarPlaces([Self.folder], shown: Self.folder.address, facts: nil).isUseful)
        #expect(SidebarPlaces([Self.folder, Self.club], shown: Self.folder.address, facts: nil).isUseful)
        let other = AllLibraries.Member(address: "file:///other/", name: "Other")
        #expect(!SidebarPlaces([Self.folder, other], shown: nil, facts: nil).isUseful)
        #expect(SidebarPlaces([Self.folder, other], shown: AllLibraries.address, facts: nil).isUseful)
    }

    @Test func `The library that is shown has its parts, and one of them is marked`() {
        let members = [Self.home, Self.club, Self.folder]
        let start = "immich+https://a.example/"
        let places = SidebarPlaces(members, shown: start, facts: nil)
        #expect(
            places.places.map(\.kind)
                == [.all, .server, .favourites, .albums, .people, .places, .folders, .server, .folder])
        #expect(places.current == 1)
        for (shown, current) in [
            (start + "?part=favourites", 2), (start + "?part=albums", 3), (start + "?album=1-2&name=Holiday", 3),
            (start + "?person=1-2&name=Anna", 4), (start + "?place=Lisbon", 5), (start + "?search=tree", 1),
            (start + "?folder=/mnt/photos", 6), (start + "?part=folders", 6),
        ] {
            let places = SidebarPlaces(members, shown: shown, facts: nil)
            #expect(places.places.count == 9)
            #expect(places.current == current, "\(shown)")
            #expect(places.places[places.current ?? 0].address != AllLibraries.address)
        }
        #expect(SidebarPlaces(members, shown: "https://a.example/feed", facts: nil).current == nil)
    }

    @Test func `A gallery has its favourites, albums and tags`() throws {
        let base = "https://a.example/photos/"
        let members = [
            AllLibraries.Member(address: base + GalleryAddress.photos, name: "Gallery"), Self.club,
        ]
        let search = try Self.search(base + GalleryAddress.tags)
        for (shown, current) in [
            (base + GalleryAddress.photos, 1), (base + GalleryAddress.favourites, 2), (base + GalleryAddress.albums, 3),
            (base + GalleryAddress.album(3, name: "Holiday"), 3), (base + GalleryAddress.tags, 4),
            (base + GalleryAddress.tag(3, name: "Sea"), 4),
            (search, 1),
        ] {
            let places = SidebarPlaces(members, shown: shown, facts: nil)
            #expect(places.places.map(\.kind) == [.all, .server, .favourites, .albums, .tags, .server])
            #expect(places.places[3].address == base + GalleryAddress.albums)
            #expect(places.current == current, "\(shown)")
        }
        let other = SidebarPlaces(members, shown: "https://b.example/" + GalleryAddress.albums, facts: nil)
        #expect(other.places.map(\.kind) == [.all, .server, .server])
        #expect(other.current == nil)
    }

    @Test func `A Nextcloud has its favourites, albums and places`() {
        let base = "webdavs://cloud.example/remote.php/"
        let members = [AllLibraries.Member(address: base + "webdav/", name: "Cloud"), Self.club]
        let parts = "nextcloud+https://cloud.example/remote.php/webdav/?part="
        for (shown, current) in [
            (base + "webdav/", 1), (parts + "favourites", 2), (parts + "albums", 3), (parts + "places", 4),
            (base + "dav/photos/anna/albums/Am%20Meer/", 3), (base + "dav/photos/anna/sharedalbums/x/", 3),
            (base + "dav/photos/anna/places/Lisbon/", 4),
        ] {
            let places = SidebarPlaces(members, shown: shown, facts: nil)
            #expect(places.places.map(\.kind) == [.all, .server, .favourites, .albums, .places, .server])
            #expect(places.places[2].address == parts + "favourites")
            #expect(places.current == current, "\(shown)")
        }
        let other = SidebarPlaces(members, shown: "webdavs://other.example/remote.php/webdav/", facts: nil)
        #expect(other.places.map(\.kind) == [.all, .server, .server])
    }

    @Test func `Lists that a server refuses are not offered`() throws {
        let base = "webdavs://cloud.example/remote.php/webdav/"
        let members = [AllLibraries.Member(address: base, name: "Cloud"), Self.club]
        let folder = try #require(URL(string: base + "Holiday/"))
        let refused = [CloudSearch.Wish.albums, .places].compactMap { CloudSearch(at: folder, $0)?.list }
        let places = SidebarPlaces(members, shown: base, facts: nil, refused: Set(refused))
        #expect(places.places.map(\.kind) == [.all, .server, .favourites, .server])
        let other = try #require(URL(string: "webdavs://other.example/remote.php/webdav/"))
        let elsewhere = Set([CloudSearch(at: other, .favourites)?.list].compactMap(\.self))
        #expect(SidebarPlaces(members, shown: base, facts: nil, refused: elsewhere).places.count == 6)
    }

    private static func search(_ address: String) throws -> String {
        let url = try #require(URL(string: address))
        return try #require(GalleryAddress.search(at: url, for: "sea")).absoluteString
    }

    @Test func `Beside all libraries, each says what has become of it`() {
        let members = [Self.home, Self.club, Self.folder]
        var facts = CatalogueFacts()
        let down = CatalogueFailure.fetch(.hostUnknown(host: "club.example"))
        facts.lines = zip(members, [.shown(1234), .failed(down, known: 3), .waiting]).map {
            AllLibraries.Line(member: $0, state: $1, library: nil, base: AllLibraries.url)
        }
        let places = SidebarPlaces(members, shown: AllLibraries.address, facts: facts)
        #expect(places.current == 0)
        #expect(places.places.map(\.kind) == [.all, .server, .server, .folder])
        #expect(places.places[1].subtitle == "1,234 photos")
        #expect(places.places[2].subtitle == "3 photos · " + down.description)
        #expect(places.places[3].subtitle == "No answer yet")
    }
}

import Testing

@testable import PhotoCore

@Suite("What is no photo") struct PageOrnamentTests {
    @Test(arguments: [
        ("site-logo", 4), ("entry-content", 0), ("has-sidebar", 0), ("sidebar", 4), ("side", 4), ("west-side", 0),
        ("userAvatar", 4), ("gallery thumb", 0), ("theHeader", 3), ("no-logo share", 4), ("", 0), ("signature", 4),
        ("signature-collection", 0), ("onebox", 2),
    ]) func `A place tells by its name`(name: String, points: Int) {
        #expect(PageOrnament.hint(ofName: Array(name.utf8), isOwn: false)?.points ?? 0 == points)
    }

    @Test(arguments: [
        ("/img/sea.jpg", 0), ("/img/logo.png", 4), ("/img/logo.svg", 6), ("https://logo.example/sea.png", 0),
        ("/file-type-icons/fileicon-ogg.png", 4), ("https://h/avatar/0a1b", 4), ("/a/boats.gif", 1), ("/", 0), ("", 0),
        ("logo", 4), ("/img/logo.jpg", 3), ("/img/logo.jfif", 3), ("/img/logo.HIF", 3), ("/img/my-logo.jpg", 1),
        ("/prev.gif", 4), ("/next.png", 0), ("/back.jpg", 0), ("/home2.gif", 1), ("/pixel.gif?x=1", 5),
        ("/visa.png", 4),
        ("/images/ranks/captain.png", 4), ("/counter.php?id=1", 4), ("/ox-cart.webp", 0), ("/next-door.gif", 1),
    ]) func `An address tells by its folders, its name and its ending, and not by its host`(
        address: String, points: Int
    ) {
        #expect(PageOrnament.points(ofAddress: Array(address.utf8)) == points)
    }

    @Test(arguments: [
        ("Next", 2), ("Previous", 2), ("Next to the harbour", 0), ("Get it on the App Store", 2), ("Add to cart", 2),
        ("Up", 2), ("Home", 2), ("Up the hill", 0), ("The Snapp store", 0), ("", 0),
    ]) func `A text tells a sign, a button or a way to another page`(text: String, points: Int) {
        #expect(PageOrnament.hint(ofText: Array(text.utf8))?.points ?? 0 == points)
    }

    @Test(arguments: [
        ("album_thumb", true), ("folderthumb", true), ("thumbnailCategory", true), ("album", false),
        ("photo-album-page", false), ("subgal_image", true), ("gallery", false),
    ]) func `A folder's picture tells by its class`(name: String, isFolder: Bool) {
        #expect(PageOrnament.namesFolder(Array(name.utf8)) == isFolder)
    }

    @Test(arguments: [
        ("barns/", true), ("barns/index.html", true), ("./barns/", true), ("../", false), ("/barns/", false),
        ("http://h/barns/", false), ("index.html", false), ("barns/1.html", false), ("?C=N", false), ("a/", true),
        ("a/?x=1", false),
    ]) func `A folder of the page lies below it`(address: String, isFolder: Bool) {
        #expect(PageLink.isFolderBelow(Array(address.utf8)) == isFolder)
    }

    @Test(arguments: [
        ("a.mp4", true), ("/player?v=/p/a.webm", true), ("/wiki/File:A.webm", false), ("a.jpg", false), ("mp4", false),
        ("/w?x=%2Fa.mp4&y", true), ("", false),
    ]) func `A film's picture leads to a film`(address: String, isFilm: Bool) {
        #expect(PageLink.isFilm(Array(address.utf8)) == isFilm)
    }
}

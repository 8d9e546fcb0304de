import TestSupport
import Testing

@testable import PhotoCore

@Suite("Servers' folder pages")
struct FolderPageTests {
    /// The folders of the page at `address` with these links, each an address and its text.
    private func folders(
        _ address: String, _ title: String = "", _ links: (String, String)..., base: String? = nil
    ) -> [String]? {
        guard var page = FolderPage(at: Sample.url(address)) else { return nil }
        if let base { page.setBase(Array(base.utf8)) }
        page.setTitle(Array(title.utf8))
        for (address, text) in links { page.add(Array(address.utf8), text: Array(text.utf8), line: 1) }
        return page.takeFolders().map { String(decoding: $0.name, as: UTF8.self) }
    }

    @Test func `A title, links that sort, or a link to the parent make a page a folder's`() {
        let own = ("a%20b/", "a b/")
        #expect(folders("http://h/pics/", "Index of /pics", own) == ["a b"])
        #expect(folders("http://h/pics/", "h - /pics/", own) == ["a b"])
        #expect(folders("http://h/pics/", "pics", own) == ["a b"])
        #expect(folders("http://h/pics/", "", ("../", "../"), own) == ["a b"])
        #expect(folders("http://h/pics/", "", ("/", "Parent Directory"), own) == ["a b"])
        #expect(folders("http://h/pics/", "", ("?C=N;O=D", "Name"), ("?C=S;O=A", "Size"), own) == ["a b"])
        #expect(folders("http://h/pics/", "Our holidays", own) == [])
    }

    @Test func `A page at an address longer than any path is read as a page, and a base as long is none`() {
        let long = String(repeating: "a", count: 5000)
        #expect(folders("http://h/\(long)/", "Index of /", ("b/", "b")) == nil)
        #expect(folders("http://h/p/", "Index of /p", ("b/", "b"), base: "http://h/\(long)/") == [])
    }

    @Test func `A page of a site is none, though it links to folders`() {
        let links = [("about/", "About us"), ("news/", "News"), ("2024/", "2024"), ("http://else/", "Friends")]
        #expect(folders("http://h/", "Welcome", links[0], links[1], links[2], links[3]) == [])
        let others = (0..<4).map { ("http://else/\($0)", "Friend") }
        #expect(folders("http://h/", "Index of my life", links[2], others[0], others[1], others[2], others[3]) == [])
    }

    @Test func `Folders are those directly in the page's own, each once, and never itself`() {
        let found = folders(
            "http://h:81/pics/x/", "Index of /pics/x/", ("./", "."), ("/pics/x/", "this folder"), ("../", ".."),
            ("/pics/", "pics"), ("a/", "a"), ("./a/", "a/"), ("/pics/x/b/", "b/"), ("http://H:81/pics/x/c/", "c/"),
            ("http://h/pics/x/no/", "no/"), ("a/deeper/", "deeper"), ("/other/", "other"), (".hidden/", ".hidden/"),
            ("d/?sort=1", "d"), ("file.txt", "file.txt"))
        #expect(found == ["a", "b", "c"])
    }

    @Test func `Names follow the address, or the text where that is no UTF-8`() {
        let links = [("%C3%A9t%C3%A9/", "Ã©tÃ©/"), ("sj%F8/", "sjø/"), ("link/", "link@"), ("x.txt", "x.txt")]
        #expect(
            folders("http://h/", "Index of /", links[0], links[1], links[2], links[3]) == ["été", "sjø", "link"])
    }

    @Test func `Names in another encoding than the page's are names`() {
        #expect(folders("http://h/", "Index of /", ("%C3%A9t%C3%A9/", "Ã©tÃ©/"), ("sj%F8/", "sj\u{FFFD}/"))?.count == 2)
        #expect(folders("http://h/", "Index of /", ("%E6%B5%B7/", "山/")) == [])
    }

    @Test func `Names that are cut are names`() {
        let links = [("a-long-name/", "a-long..>"), ("another-name/", "anot…"), ("third/", "thi...")]
        #expect(folders("http://h/", "Index of /", links[0], links[1], links[2])?.count == 3)
    }

    @Test func `An address without a slash at its end is the folder's, too`() {
        #expect(folders("http://h/pics", "Index of /pics", ("/pics/a/", "a/"), ("/pics/", ".")) == ["a"])
        #expect(folders("http://h", "Index of /", ("a/", "a/")) == ["a"])
    }

    @Test func `Relative addresses lie below the page's base`() {
        #expect(folders("http://h/pics/", "Index of /pics", ("a/", "a/"), base: "/else/") == [])
        #expect(folders("http://h/list?of=pics", "Index of /", ("x/", "x/"), base: "/pics/") == [])
        #expect(folders("http://h/pics/", "Index of /pics", ("a/", "a/"), base: "http://h/pics/index.html") == ["a"])
    }

    @Test func `A base as long as a document costs no more than a short one`() {
        let up = (String(repeating: "../", count: 1 << 20) + "a/", "a")
        let short = String(repeating: "/a", count: 1000) + "/"
        let long = String(repeating: "/a", count: 1 << 20) + "/"
        #expect(folders("http://h/", "Index of /", up, base: short) == ["a"])
        #expect(folders("http://h/", "Index of /", up, base: long) == [])
    }

    @Test func `A page in a file is none`() {
        #expect(folders("file:///home/me/page.html", "Index of /", ("a/", "a/")) == nil)
    }

    @Test(arguments: ["", "/", "?", "..", "../../../..", "//", "http://", "http:", "./", ".", "a/../b/", "%", "%2"])
    func `Odd addresses are no folders`(address: String) {
        #expect(folders("http://h/", "Index of /", ("x.txt", "x.txt"), (address, address)) == [])
        #expect(folders("http://h", "", (address, ".."), base: address) == [])
    }
}

import Testing

@testable import PhotoCore

@Suite struct FolderPathsTests {
    private func names(_ paths: FolderPaths, in path: String) -> [String] { paths.folders(in: path).map(\.name) }

    @Test func `Folders without photos of their own are there, in natural order`() {
        let paths = FolderPaths([
            "/mnt/photos/2024/10", "/mnt/photos/2024/9", "/mnt/photos/2023/Rome/Old", "/mnt/photos",
        ])
        #expect(paths.top == "/mnt/photos")
        #expect(names(paths, in: paths.top) == ["2023", "2024"])
        #expect(
            paths.folders(in: "/mnt/photos/2024")
                == [.init(name: "9", path: "/mnt/photos/2024/9"), .init(name: "10", path: "/mnt/photos/2024/10")])
        #expect(names(paths, in: "/mnt/photos/2024/9") == [] && names(paths, in: "/elsewhere") == [])
        #expect(paths.hasPhotos(in: "/mnt/photos") && paths.hasPhotos(in: "/mnt/photos/2024/9/"))
        #expect(!paths.hasPhotos(in: "/mnt/photos/2024") && !paths.hasPhotos(in: "/mnt") && !paths.hasPhotos(in: ""))
    }

    @Test func `Folders that nothing is around begin the list, absolute or not`() {
        let paths = FolderPaths(["upload/library/anna", "/mnt/photos", "/upload/x"])
        #expect(paths.top == "")
        #expect(
            paths.folders(in: "")
                == [
                    .init(name: "mnt", path: "/mnt"), .init(name: "upload", path: "upload"),
                    .init(name: "upload", path: "/upload"),
                ])
        #expect(names(paths, in: "upload") == ["library"] && names(paths, in: "/upload") == ["x"])
    }

    @Test(arguments: [[], [""], ["/"], ["//"]] as [[String]])
    func `Without a path there is no folder`(_ list: [String]) {
        let paths = FolderPaths(list)
        #expect(paths.top == "" && paths.folders(in: "").isEmpty && !paths.hasPhotos(in: ""))
    }

    @Test func `One folder is the top, and a name that begins like another is no part of it`() {
        #expect(FolderPaths(["upload/library/anna"]).top == "upload/library/anna")
        let paths = FolderPaths(["a/b", "a/bc"])
        #expect(paths.top == "a" && names(paths, in: "a/b") == [])
        #expect(FolderPaths(["a//b/", "/", "a/b/c"]).top == "a/b")
    }
}

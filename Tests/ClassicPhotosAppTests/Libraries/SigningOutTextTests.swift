import Testing

@testable import ClassicPhotosApp

@Suite struct SigningOutTextTests {
    @Test(arguments: [
        "immich+https://a.example/anna", "photoprism+https://a.example",
        "https://a.example/gallery/ws.php?format=json&method=pwg.tags.getList",
        "s3://photos?endpoint=https://a.example",
    ])
    func `What is kept of other libraries stays, and the question says nothing else`(address: String) {
        #expect(SigningOutText.signingOut(of: address).contains("photos and lists from this library that are kept"))
        #expect(SigningOutText.forgetting(address).contains("its photos and lists that are kept"))
        #expect(!SigningOutText.forgetting(address).contains("from this server"))
    }

    @Test(arguments: [
        "webdavs://a.example/photos/", "webdav://a.example/#recursive",
        "https://a.example/ws.php?format=json&method=pwg.tags.getList",
    ])
    func `A folder's password, and that of a gallery at the root, is the server's, and the question says so`(
        address: String
    ) {
        #expect(SigningOutText.signingOut(of: address).contains("photos and lists from this server that are kept"))
        #expect(SigningOutText.forgetting(address).contains("photos and lists from this server that are kept"))
    }
}

import Foundation
import PhotoCore
import Testing

/// The stand-in for a store, checked by a client that is not ours: boto3.
@Suite("The tests' store")
struct BucketServerTests {
    /// See Tests/WindowTests/clients/check_s3.py.
    private struct Facts: Encodable {
        let address: String
        let bucket = "photos"
        let objects: [String: Int]
        let key: String?
        let secret: String?
        let refusals = ["SignatureDoesNotMatch", "InvalidAccessKeyId", "AccessDenied"]
    }

    private static let names = [
        "2019/Am See/1 +&<>%.jpg", "2019/Am See/2.jpg", "2020/a.jpg", "2020/~x!.jpg", "2020/日本.jpg", "top ü.jpg",
        "z & <end>.png",
    ]

    @Test(arguments: [nil, S3Key(id: "test:a/b", secret: "secret/+=")])
    func `A client of others accepts every answer`(key: S3Key?) throws {
        let bucket = try BucketServer(Self.names, key: key)
        defer { bucket.server.stop() }
        let sizes = Self.names.map { ($0, BucketServer.picture.count) }
        let facts = Facts(
            address: bucket.server.url("").absoluteString, objects: Dictionary(uniqueKeysWithValues: sizes),
            key: key?.id, secret: key?.secret)
        let said = try client(told: JSONEncoder().encode(facts))
        #expect(said.hasPrefix("accepted"), "\(said)")
    }

    private func client(told facts: Data) throws -> String {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-B", tests.appendingPathComponent("WindowTests/clients/check_s3.py").path]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, output)
        try process.run()
        input.fileHandleForWriting.write(facts)
        try input.fileHandleForWriting.close()
        let said = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: said, as: UTF8.self)
    }
}

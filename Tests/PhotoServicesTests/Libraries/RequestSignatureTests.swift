import Foundation
import PhotoCore
import Testing

@testable import PhotoServices

/// The first is the example of Amazon's documentation; the others are made by botocore.
@Suite("Signed requests")
struct RequestSignatureTests {
    private static let key = S3Key(id: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
    private static let seconds = 1_369_353_600.0

    @Test(
        arguments: [
            (
                "examplebucket.s3.amazonaws.com", "/", "max-keys=2&prefix=J", nil,
                "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
            ),
            (
                "examplebucket.s3.amazonaws.com", "/", "max-keys=2&prefix=J", "tok/en",
                "586c3b34f29b83c86af23a8b00da4ab63b07d69c4e096d03427bb8664623ee24"
            ),
            (
                "examplebucket.s3.amazonaws.com", "/a%20b/%C3%A4%2B1~%2F.jpg", "list-type=2&x=%20y%2B&empty=", nil,
                "e30ffc050403c74bcf61dbfeb4e8d614ffec98379a845a8d57be06e6e0a8fe96"
            ),
            (
                "examplebucket.s3.amazonaws.com", "/a b/ä%2b1%7E%2F.jpg", "list-type=2&x=%20y%2B&empty=", "tok/en",
                "a8dac943ca224c7adb1de59ae19c94bd589623c25e8d7da07d5969e9bb792f24"
            ),
            (
                "127.0.0.1:9000", "/bucket//double/../x.jpg", nil, nil,
                "79f6684eda6330283f9f8ebfc126fcb6b28cdc614d78301481cbd72cad38b013"
            ),
        ] as [(String, String, String?, String?, String)])
    func `The signature is the one that others make`(
        host: String, path: String, query: String?, token: String?, signature: String
    ) throws {
        let key = S3Key(id: Self.key.id, secret: Self.key.secret, token: token)
        let fields = RequestSignature(key: key, region: "us-east-1").fields(
            host: host, path: path, query: query, at: Self.seconds)
        let authorization = try #require(fields["Authorization"])
        #expect(authorization.hasSuffix("Signature=" + signature))
        #expect(authorization.contains("Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"))
        #expect(fields["x-amz-date"] == "20130524T000000Z")
        #expect(fields["x-amz-security-token"] == token)
    }

    @Test(arguments: [-1.0, -1e300, 0, 253_402_300_799, 253_402_300_800, 1e300, .infinity, .nan])
    func `Any clock gives a date`(seconds: Double) {
        #expect(RequestSignature.time(seconds).wholeMatch(of: /[0-9]{8}T[0-9]{6}Z/) != nil)
    }

    @Test func `Damaged escapes stay as they are`() {
        #expect(RequestSignature.canonical(path: "/%/%g1/%4/%+1") == "/%25/%25g1/%254/%25%2B1")
        #expect(RequestSignature.canonical(query: "b&a=1=2&&=x") == "=x&a=1%3D2&b=")
    }
}

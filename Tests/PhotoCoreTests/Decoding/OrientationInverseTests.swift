@testable import PhotoCore
import Testing

@Suite("Turning back")
struct OrientationInverseTests {
    @Test("What is turned and turned back is as it was", arguments: ExifOrientation.allCases)
    func inverse(of orientation: ExifOrientation) {
        #expect(orientation.followed(by: orientation.inverse) == .topLeft)
        #expect(orientation.inverse.followed(by: orientation) == .topLeft)
    }
}

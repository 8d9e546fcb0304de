@testable import PhotoCore
import Testing

@Suite("Turning back")
struct OrientationInverseTests {
    @Test(arguments: ExifOrientation.allCases)
    func `What is turned and turned back is as it was`(of orientation: ExifOrientation) {
        #expect(orientation.followed(by: orientation.inverse) == .topLeft)
        #expect(orientation.inverse.followed(by: orientation) == .topLeft)
    }
}

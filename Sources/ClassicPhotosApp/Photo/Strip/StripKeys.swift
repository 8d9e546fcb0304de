import GtkBridge

/// Where keys lead among pictures that lie in a line, as the line lies.
enum StripKeys {
    /// The number of the picture to which the key called `name` leads from picture `current` of `count`, maybe one
    /// before the first or after the last; nil for other keys.
    static func target(of name: String, from current: Int, of count: Int, isRightToLeft: Bool) -> Int? {
        let right = isRightToLeft ? -1 : 1
        return switch name {
        case "Left", "KP_Left": current - right
        case "Right", "KP_Right": current + right
        case "Home", "KP_Home": 0
        case "End", "KP_End": count - 1
        default: nil
        }
    }
}

/// What the demo's photos are called: the place and the hour that are painted, ending in the number, so no two are
/// alike.
enum DemoNames {
    /// The name of photo `number`, such as "Fjord at Dusk 17". Paints nothing: a microsecond.
    static func name(of number: Int) -> String {
        let subject = Subject(number: number)
        let places = subject.theme.places
        let phrases = subject.mood.phrases
        let place = places[Int(subject.hash >> 8 & 0xFFFF) % places.count]
        let phrase = phrases[Int(subject.hash >> 24 & 0xFFFF) % phrases.count]
        return "\(place) \(phrase) \(number)"
    }
}

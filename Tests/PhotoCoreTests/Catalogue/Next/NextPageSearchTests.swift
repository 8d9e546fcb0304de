import Foundation
import Testing

@testable import PhotoCore

@Suite struct NextPageSearchTests {
    private func found(_ json: String) -> NextPage? { search(json).found }

    /// What reads a tree of Foundation's.
    private func search(_ json: String) -> NextPageSearch {
        var search = NextPageSearch()
        func feed(_ value: Any) {
            func text(_ kind: EventTape.Kind, _ text: String) {
                var text = text
                text.withUTF8 { search.take(kind, UnsafeRawBufferPointer($0)) }
            }
            switch value {
            case let object as [String: Any]:
                search.take(.startObject, nil)
                for (key, value) in object.sorted(by: { $0.key < $1.key }) {
                    text(.key, key)
                    feed(value)
                }
                search.take(.endObject, nil)
            case let array as [Any]:
                search.take(.startArray, nil)
                array.forEach(feed)
                search.take(.endArray, nil)
            case let string as String: text(.string, string)
            case let number as NSNumber: text(.scalar, number.description)
            default: search.take(.scalar, nil)
            }
        }
        if let value = try? JSONSerialization.jsonObject(with: Data(json.utf8)) { feed(value) }
        return search
    }

    @Test(arguments: [
        #"{"type": "Collection", "first": "https://a.example/?p=1"}"#,
        #"{"first": {"id": "https://a.example/?p=1", "type": "OrderedCollectionPage"}, "type": "OrderedCollection"}"#,
        #"{"@type": "hydra:Collection", "hydra:first": {"@id": "https://a.example/?p=1"}}"#,
        #"{"last": "/9", "first": "https://a.example/?p=1", "@type": "sc:Collection"}"#,
    ]) func `A collection's first page is found`(_ json: String) {
        #expect(search(json).first == .address("https://a.example/?p=1") && search(json).found == nil)
    }

    @Test(arguments: [
        #"{"type": "Collection", "first": "Anna"}"#, #"{"type": "Collection", "first": 1}"#,
        #"{"type": "Collection", "first": "https://a.example/1.jpg"}"#,
        #"{"page": 7, "first": "https://a.example/?p=1", "last": "https://a.example/?p=7", "data": []}"#,
        #"{"type": "OrderedCollectionPage", "first": "https://a.example/?p=1", "orderedItems": []}"#,
        #"{"first": "https://a.example/?p=1", "second": "https://a.example/?p=2"}"#,
        #"{"type": "Collection", "links": {"first": "https://a.example/?p=1"}}"#,
        #"[{"type": "Collection", "first": "https://a.example/?p=1"}]"#,
        #"{"type": "Collection", "name": {"first": {"id": "https://a.example/?p=1"}}}"#,
        #"{"type": "Collection", "first": {"name": "/a"}}"#,
    ]) func `What is no collection has no first page`(_ json: String) {
        #expect(search(json).first == nil)
    }

    @Test(arguments: [
        #"{"next": "https://a.example/?p=2"}"#, #"{"info": {"next": "https://a.example/?p=2"}}"#,
        #"{"links": {"next": {"href": "https://a.example/?p=2"}}}"#,
        #"{"_links": {"next": "https://a.example/?p=2"}}"#,
        #"{"links": [{"rel": "self", "href": "/"}, {"rel": "next", "href": "https://a.example/?p=2"}]}"#,
        #"{"@odata.nextLink": "https://a.example/?p=2"}"#, #"{"albums": {"next": "https://a.example/?p=2"}}"#,
        #"{"paging": {"cursors": {"after": "x"}, "next": "https://a.example/?p=2"}}"#,
    ]) func `An address of the next page is found beside the records`(_ json: String) {
        #expect(found(json) == .address("https://a.example/?p=2"))
    }

    @Test func `An address may be relative, with a query`() {
        #expect(found(#"{"next": "i.js?q=sea&s=100&f=,,"}"#) == .address("i.js?q=sea&s=100&f=,,"))
        #expect(found(#"{"next": "list?page=2"}"#) == .address("list?page=2"))
        #expect(found(#"{"next": "Which one?"}"#) == nil && found(#"{"next": "a=?b=1"}"#) == nil)
    }

    @Test(arguments: [
        (#"{"photos": {"page": 1, "pages": 3, "perpage": 100, "total": 250, "photo": []}}"#, "2"),
        (#"{"page": 999999, "pages": 9999999}"#, "1000000"),
        (#"{"result": {"paging": {"page": 0, "per_page": 2, "count": 2, "total_count": "57"}, "images": []}}"#, "1"),
        (#"{"meta": {"current_page": "2", "last_page": "5", "per_page": 24, "total": 100}, "data": []}"#, "3"),
        (#"{"page": 27, "per_page": 2, "total": 57}"#, "28"), (#"{"page": 28, "per_page": 2, "total": 57}"#, "29"),
        (#"{"album": {"id": "7", "photo": [], "page": 1, "perpage": 500, "pages": 2, "total": 634}}"#, "2"),
        (#"{"rsp": {"photos": {"page": "2", "pages": "9", "perpage": "3", "total": "27", "photo": []}}}"#, "3"),
        (#"{"rsp": {"paging": {"page": "0", "per_page": "2", "count": "2", "total_count": "57"}}}"#, "1"),
        (#"{"rsp": {"photos": {"page": "2", "pages": "9", "total": "27", "photo": {"id": "1"}}}}"#, "3"),
    ]) func `The next one of numbered pages is found`(_ json: String, _ page: String) {
        #expect(found(json) == .query("page", page))
    }

    @Test(arguments: [
        #"{"page": 2, "per_page": 500, "count": 100, "total": 1100}"#, #"{"photos": {"page": 3, "pages": 3}}"#,
        #"{"page": 29, "per_page": 2, "total": 57}"#,
        #"{"page": 1, "per_page": 2, "total": 2}"#, #"{"page": 0, "per_page": 2, "total": 2}"#, #"{"page": 1}"#,
        #"{"page": 1, "per_page": 0, "total": 57}"#, #"{"page": 1, "per_page": 2, "total": 0}"#,
        #"{"page": -1, "pages": 3}"#, #"{"page": 1.5, "pages": 3}"#, #"{"pages": 300, "title": "A book"}"#,
        #"{"page": 9223372036854775807, "pages": 9223372036854775807}"#, #"{"page": 1000000, "pages": 9999999}"#,
        #"{"books": [{"page": 1, "pages": 300}]}"#, #"{"book": {"page": 1, "pages": 300}}"#,
        #"{"page": 1, "per_page": 9999999999, "total": 9999999999}"#,
        #"{"album": {"page": 2, "perpage": 500, "pages": 2, "total": 634}}"#,
        #"{"a": {"page": 1, "pages": 3, "total": 9}, "b": {"page": 2, "pages": 3, "total": 9}}"#,
        #"{"a": {"b": {"c": {"page": 1, "pages": 3, "perpage": 3, "total": 9}}}}"#,
    ]) func `The last one of numbered pages, and other numbers, lead nowhere`(_ json: String) {
        #expect(found(json) == nil)
    }

    @Test func `An address counts before a number`() {
        let json = #"{"meta": {"page": 1, "pages": 3}, "links": {"next": "https://a.example/?p=2"}}"#
        #expect(found(json) == .address("https://a.example/?p=2"))
        let named = #"{"album": {"page": 1, "pages": 3, "total": 9}, "albums": {"next": "https://a.example/?p=2"}}"#
        #expect(found(named) == .address("https://a.example/?p=2"))
    }

    @Test func `A token counts where its key says what it is`() {
        #expect(found(#"{"nextPageToken": "t"}"#) == .query("pageToken", "t"))
        #expect(found(#"{"data": {"after": "t3", "children": []}}"#) == .query("after", "t3"))
        #expect(found(#"{"nextCursor": "c", "cursor": "*"}"#) == .query("cursor", "c"))
        #expect(found(#"{"offset": "itr/rec"}"#) == .query("offset", "itr/rec"))
        #expect(
            found(#"{"continue": {"continue": "-||", "sroffset": 10}}"#)
                == .query([.init("continue", "-||"), .init("sroffset", "10")]))
    }

    @Test(arguments: [
        ("has_more", true), ("hasMore", true), ("more_available", true), ("has_children", false),
    ])
    func `A cursor leads nowhere if the document says that no page follows`(key: String, isLast: Bool) {
        var search = NextPageSearch()
        func take(_ kind: EventTape.Kind, _ text: String) {
            var text = text
            text.withUTF8 { search.take(kind, UnsafeRawBufferPointer($0)) }
        }
        search.take(.startObject, nil)
        take(.key, "next_cursor")
        take(.string, "c")
        take(.key, key)
        search.takeFalse()
        search.take(.scalar, nil)
        search.take(.endObject, nil)
        #expect((search.found == nil) == isLast)
    }

    @Test(arguments: [
        #"{"has_more": false, "next_cursor": "c"}"#, #"{"next_cursor": "c", "has_more": false}"#,
        #"{"has_more": false, "meta": {"next_cursor": "c"}}"#,
    ])
    func `A reply that ends says so of its own cursor`(json: String) {
        #expect(TreeReading(json).facts.more.next == nil)
    }

    @Test(arguments: [
        #"{"has_more": false, "next": "https://a.example/2"}"#,
        #"{"images": {"hasNext": false}, "next": "https://a.example/2"}"#,
        #"{"images": {"has_more": false}, "next_cursor": "c"}"#,
        #"{"has_more": true, "next_cursor": "c"}"#,
    ])
    func `What is said of another list, or contradicts an address, ends nothing`(json: String) {
        #expect(TreeReading(json).facts.more.next != nil)
    }

    @Test(arguments: [
        #"{"next": null}"#, #"{"next": 2}"#, #"{"next": ""}"#, #"{"next": "https://a.example/2.jpg"}"#,
        #"{"next": "eyJhIjoxfQ=="}"#, #"[{"next": "https://a.example/2"}]"#,
        #"{"items": [{"next": "https://a.example/2"}]}"#, #"{"offset": 20, "after": 3}"#, #"{"offset": "20"}"#,
        #"{"a": {"next": "https://a.example/2"}, "b": {"next": "https://a.example/3"}}"#,
        #"{"a": {"after": "x"}}"#, #"{"continue": "https://a.example/story"}"#, #"{"cursors": {"after": "x"}}"#,
        #"{"links": [{"rel": "next", "href": "/2", "method": "POST"}]}"#, #"{"page": 2, "next_page": 3}"#,
    ]) func `Nothing else is a next page`(_ json: String) {
        #expect(found(json) == nil)
    }
}

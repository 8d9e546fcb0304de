/// Content management, shops, lists of files, and what people write themselves.
extension ServiceShape {
    static let sites = [
        ServiceShape(
            "WordPress, media",
            #"""
            [{"id":1,"date":"2025-06-01","guid":{"rendered":"https://b.example/?p=1"},"link":"https://b.example/oats/",
              "title":{"rendered":"Oats &#038; barley"},"media_type":"image","mime_type":"image/jpeg","media_details":{
              "width":2560,"height":1707,"file":"2025/06/oats-scaled.jpg","original_image":"oats.jpg","sizes":{
              "medium":{"file":"oats-300x200.jpg","width":300,"height":200,"mime_type":"image/jpeg","source_url":
              "https://b.example/u/oats-300x200.jpg"},"thumbnail":{"file":"oats-150x150.jpg","width":150,"height":150,
              "mime_type":"image/jpeg","source_url":"https://b.example/u/oats-150x150.jpg"}}},
              "source_url":"https://b.example/u/oats-scaled.jpg"}]
            """#, ["//b.example/u/oats-scaled.jpg"], thumbnails: ["//b.example/u/oats-300x200.jpg"],
            names: ["Oats & barley"]),
        ServiceShape(
            "Strapi, uploads",
            #"""
            {"data":[{"id":1,"attributes":{"title":"Fern","photo":{"data":{"id":5,"attributes":{"name":"fern.jpg",
             "alternativeText":"A fern","width":3000,"height":2000,"ext":".jpg","mime":"image/jpeg","formats":{
             "large":{"url":"https://c.example/large_fern.jpg","width":1000,"height":667},
             "thumbnail":{"url":"https://c.example/thumbnail_fern.jpg","width":245,"height":163}},
             "url":"https://c.example/fern.jpg"}}}}}],"meta":{"pagination":{"page":1}}}
            """#, ["//c.example/fern.jpg"], thumbnails: ["//c.example/thumbnail_fern.jpg"]),
        ServiceShape(
            "Contentful, assets",
            #"""
            {"sys":{"type":"Array"},"total":1,"items":[{"sys":{"id":"1","type":"Asset"},"fields":{"title":"Kiln",
             "file":{"url":"//i.example/kiln.jpg","details":{"size":9,"image":{"width":3,"height":2}},
             "fileName":"kiln.jpg","contentType":"image/jpeg"}}}]}
            """#, ["~//i.example/kiln.jpg"], names: ["Kiln"]),
        ServiceShape(
            "Shop, products with pictures",
            #"""
            {"products":[{"id":1,"title":"Creel","price":9,"brand":"X","images":["https://s.example/1.jpg",
             "https://s.example/2.jpg"],"thumbnail":"https://s.example/t.jpg"},{"id":2,"title":"Net","price":9,
             "brand":"X",
             "images":["https://s.example/3.jpg"],"thumbnail":"https://s.example/t3.jpg"}],"total":2}
            """#, ["//s.example/1.jpg", "//s.example/2.jpg", "//s.example/3.jpg"], names: ["Creel", "Creel", "Net"]),
        ServiceShape(
            "Dogs, a list of addresses",
            #"{"message":["https://d.example/a.jpg","https://d.example/b.jpg"],"status":"success"}"#,
            ["//d.example/a.jpg", "//d.example/b.jpg"]),
        ServiceShape(
            "GitHub, contents",
            #"""
            [{"name":"owl.jpg","path":"img/owl.jpg","sha":"0a","size":9,"url":"https://api.example/c/owl.jpg?ref=main",
              "html_url":"https://g.example/blob/owl.jpg","download_url":"https://raw.example/owl.jpg","type":"file"},
             {"name":"kite.png","path":"img/kite.png","sha":"0b","size":9,
             "url":"https://api.example/c/kite.png?ref=main",
              "html_url":"https://g.example/blob/kite.png","download_url":"https://raw.example/kite.png","type":"file"}]
            """#, ["//raw.example/owl.jpg", "//raw.example/kite.png"], names: ["owl.jpg", "kite.png"]),
        ServiceShape(
            "nginx, list of files",
            #"""
            [{"name":"2023","type":"directory","mtime":"Mon"},{"name":"a.jpg","type":"file","mtime":"Mon","size":9},
             {"name":"notes.txt","type":"file","mtime":"Mon","size":9},{"name":"b.png","type":"file","mtime":"Mon",
             "size":9}]
            """#, ["a.jpg", "b.png"]),
        ServiceShape(
            "Caddy, list of files",
            #"""
            [{"name":"a.jpg","size":9,"url":"./a.jpg","mod_time":"2025","mode":420,"is_dir":false,"is_symlink":false},
             {"name":"sub","size":9,"url":"./sub/","mod_time":"2025","mode":420,"is_dir":true,"is_symlink":false}]
            """#, ["./a.jpg"], names: ["a.jpg"]),
        ServiceShape(
            "A map of records by number",
            #"""
            {"updated":"2025","photos":{"p-1001":{"caption":"Ring","file":"full/p-1001.jpg","thumb":"thumb/p-1001.jpg",
             "w":30,"h":20},"p-1002":{"caption":"Steps","file":"full/p-1002.jpg","thumb":"thumb/p-1002.jpg","w":30,
             "h":20}}}
            """#, ["full/p-1001.jpg", "full/p-1002.jpg"], thumbnails: ["thumb/p-1001.jpg", "thumb/p-1002.jpg"],
            names: ["Ring", "Steps"]),
        ServiceShape(
            "Lists of one shape under several keys",
            #"""
            {"stories":[{"caption":"","taken_at":"2019","path":"stories/1.jpg"}],
             "photos":[{"caption":"Doves","taken_at":"2019","path":"photos/2.jpg"}],
             "videos":[{"caption":"Fountain","taken_at":"2019","path":"videos/3.mp4"}]}
            """#, ["stories/1.jpg", "photos/2.jpg"]),
        ServiceShape(
            "GeoJSON",
            #"""
            {"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},
             "properties":{"title":"Weir","image_url":"https://g.example/weir.jpg","link":"https://g.example/weir"}},
             {"type":"Feature","geometry":null,"properties":{"title":"No picture","image_url":null}}]}
            """#, ["//g.example/weir.jpg"], names: ["Weir"]),
        ServiceShape(
            "JSON lines",
            #"""
            {"_id":1,"specs":{"a":1},"pics":[{"big":"https://l.example/1.jpg","alt":"One"}]}
            {"_id":2,"specs":{"a":1},"pics":[{"big":"https://l.example/2.jpg","alt":"Two"}]}
            """#, ["//l.example/1.jpg", "//l.example/2.jpg"], names: ["One", "Two"]),
        ServiceShape(
            "SPARQL results",
            #"""
            {"head":{"vars":["item","image"]},"results":{"bindings":[
             {"item":{"type":"uri","value":"http://w.example/Q1"},"image":{"type":"uri",
             "value":"http://c.example/f/A.jpg"}},
             {"item":{"type":"uri","value":"http://w.example/Q2"}}]}}
            """#, ["http://c.example/f/A.jpg"]),
        ServiceShape(
            "A person's own list", #"[{"name":"A","url":"1.jpg"},{"name":"B","url":"x"},{"name":"C"}]"#,
            ["1.jpg", "x", "-"],
            names: ["A", "B", "C"]),
        ServiceShape(
            "A person's own names", #"{"a":"1.jpg","b":"http://h/2","c":"3.png"}"#, ["1.jpg", "http://h/2", "3.png"]),
    ]
}

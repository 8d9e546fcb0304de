/// Networks and messengers.
extension ServiceShape {
    static let social = [
        ServiceShape(
            "Mastodon, timeline",
            #"""
            [{"id":"1","created_at":"2026-01-05","uri":"https://s.example/users/ann/statuses/1",
              "url":"https://s.example/@ann/1","content":"<p>Fog</p>","card":null,
              "account":{"id":"1","display_name":"Ann","avatar":"https://s.example/a.png",
              "header":"https://s.example/h.jpg"},
              "media_attachments":[
               {"id":"11","type":"image","url":"https://s.example/o/1.jpg","preview_url":"https://s.example/s/1.jpg",
                "description":"Reeds","meta":{"original":{"width":4000,"height":3000}}},
               {"id":"12","type":"image","url":"https://s.example/o/2.jpg","preview_url":"https://s.example/s/2.jpg",
                "description":null}]},
             {"id":"2","uri":"https://s.example/users/ann/statuses/2","url":"https://s.example/@ann/2",
             "content":"<p>x</p>",
              "card":{"url":"https://n.example/x","title":"News","image":"https://n.example/x.jpg","width":9,
              "height":9},
              "account":{"id":"1","display_name":"Ann","avatar":"https://s.example/a.png",
              "header":"https://s.example/h.jpg"},
              "media_attachments":[]}]
            """#, ["//s.example/o/1.jpg", "//s.example/o/2.jpg"],
            thumbnails: ["//s.example/s/1.jpg", "//s.example/s/2.jpg"], names: ["Reeds", "-"]),
        ServiceShape(
            "Reddit, listing",
            #"""
            {"kind":"Listing","data":{"after":"t3_b","dist":2,"modhash":"","children":[
             {"kind":"t3","data":{"title":"Fog &amp; gulls","author":"ann","url":"https://i.r.example/fog.jpg",
              "permalink":"/r/x/1","thumbnail":"https://b.r.example/t.jpg","thumbnail_width":140,"thumbnail_height":93,
              "preview":{"images":[{"id":"q","source":{"url":"https://p.r.example/fog.jpg?s=1&amp;a=2","width":4000,
               "height":2667},"resolutions":[{"url":"https://p.r.example/fog.jpg?width=108","width":108,"height":72},
               {"url":"https://p.r.example/fog.jpg?width=216","width":216,"height":144}]}]}}},
             {"kind":"t3","data":{"title":"A question","author":"bob","url":"https://r.example/r/x/2",
             "thumbnail":"self",
              "permalink":"/r/x/2"}}]}}
            """#, ["//i.r.example/fog.jpg"], thumbnails: ["//p.r.example/fog.jpg?width=216"], names: ["Fog & gulls"]),
        ServiceShape(
            "Reddit, previews only",
            #"""
            {"data":{"children":[{"data":{"title":"A","url":"https://v.example/a","preview":{"images":[{"source":
             {"url":"https://p.r.example/a.jpg?s=1&amp;a=2","width":900,"height":600},"resolutions":[]}]}}},
             {"data":{"title":"B","url":"https://v.example/b","preview":{"images":[{"source":
             {"url":"https://p.r.example/b.jpg?s=1","width":900,"height":600},"resolutions":[]}]}}}]}}
            """#, ["//p.r.example/a.jpg?s=1&a=2", "//p.r.example/b.jpg?s=1"], names: ["A", "B"]),
        ServiceShape(
            "Tumblr, photo posts",
            #"""
            {"meta":{"status":200,"msg":"OK"},"response":{"blog":{"title":"Low water","avatar":[{"width":96,"height":96,
             "url":"https://t.example/avatar.png"}]},"posts":[{"type":"photo","id":1,"post_url":"https://b.example/1",
             "summary":"Ice","photos":[{"caption":"Left","original_size":{"url":"https://t.example/2048/l.jpg",
             "width":2048,
             "height":1536},"alt_sizes":[{"url":"https://t.example/1280/l.jpg","width":1280,"height":960},
             {"url":"https://t.example/250/l.jpg","width":250,"height":188},
             {"url":"https://t.example/75/l.jpg","width":75,"height":75}]},
             {"caption":"","original_size":{"url":"https://t.example/2048/r.jpg","width":2048,"height":1536},
             "alt_sizes":[{"url":"https://t.example/250/r.jpg","width":250,"height":188}]}]}]}}
            """#, ["//t.example/2048/l.jpg", "//t.example/2048/r.jpg"],
            thumbnails: ["//t.example/250/l.jpg", "//t.example/250/r.jpg"], names: ["Left", "Ice"]),
        ServiceShape(
            "Pixelfed, account",
            #"""
            [{"id":"1","uri":"https://p.example/p/1","content":"<p>x</p>",
            "account":{"avatar":"https://p.example/av.jpg"},
              "media_attachments":[{"id":"1","type":"image","url":"https://p.example/m/1.jpg",
              "preview_url":"https://p.example/m/1_thumb.jpg","mime":"image/jpeg"}]}]
            """#, ["//p.example/m/1.jpg"], thumbnails: ["//p.example/m/1_thumb.jpg"]),
        ServiceShape(
            "Bluesky, author feed",
            #"""
            {"feed":[{"post":{"uri":"at://did:plc:1/app.bsky.feed.post/1","author":{"handle":"ann.example",
             "displayName":"Ann","avatar":"https://c.example/avatar/1.jpg"},"record":{"text":"Two gulls",
             "createdAt":"2026-01-01"},"embed":{"$type":"app.bsky.embed.images#view","images":[
             {"thumb":"https://c.example/thumb/1.jpg","fullsize":"https://c.example/full/1.jpg","alt":"One",
              "aspectRatio":{"height":3,"width":4}},
             {"thumb":"https://c.example/thumb/2.jpg","fullsize":"https://c.example/full/2.jpg","alt":"Two"}]}}}],
             "cursor":"x"}
            """#, ["//c.example/full/1.jpg", "//c.example/full/2.jpg"],
            thumbnails: ["//c.example/thumb/1.jpg", "//c.example/thumb/2.jpg"], names: ["One", "Two"]),
        ServiceShape(
            "Discord, messages",
            #"""
            [{"id":"1","content":"light","author":{"id":"7","username":"ann","avatar":"0a1b"},"attachments":[
             {"id":"1","filename":"light.jpg","size":9,"url":"https://d.example/a/light.jpg?ex=1","width":30,
             "height":20,
              "proxy_url":"https://m.example/a/light.jpg?ex=1","content_type":"image/jpeg"},
             {"id":"2","filename":"track.gpx","size":9,"url":"https://d.example/a/track.gpx?ex=1",
              "proxy_url":"https://m.example/a/track.gpx?ex=1"}],"embeds":[]}]
            """#, ["//d.example/a/light.jpg?ex=1"]),
        ServiceShape(
            "Facebook, photos",
            #"""
            {"data":[{"id":"1","name":"Ice","link":"https://f.example/photo.php?fbid=1",
            "icon":"https://f.example/i.png",
             "picture":"https://s.example/p100/1.jpg","images":[{"height":1536,"source":"https://s.example/1.jpg",
             "width":2048},
             {"height":225,"source":"https://s.example/p225/1.jpg","width":300},
             {"height":97,"source":"https://s.example/p130/1.jpg","width":130}]}],
             "paging":{"next":"https://f.example/n"}}
            """#, ["//s.example/1.jpg"], thumbnails: ["//s.example/p225/1.jpg"]),
        ServiceShape(
            "Imgur, album images",
            #"""
            {"data":[{"id":"a","title":null,"type":"image/jpeg","width":3000,"height":2000,
            "link":"https://i.example/a.jpg",
             "account_url":null},{"id":"b","title":"B","type":"video/mp4","link":"https://i.example/b.mp4"},
             {"id":"c","title":"C","type":"image/png","width":3,"height":2,"link":"https://i.example/c.png"}],
             "success":true,"status":200}
            """#, ["//i.example/a.jpg", "//i.example/c.png"]),
        ServiceShape(
            "Telegram, export",
            #"""
            {"name":"Garden","type":"private_channel","id":1,"messages":[
             {"id":1,"type":"message","from":"Ann","photo":"photos/photo_1.jpg","width":1280,"height":960,
             "text":"Seedlings"},
             {"id":2,"type":"message","from":"Ann","text":"Nothing"},
             {"id":3,"type":"message","from":"Ann","photo":"photos/photo_2.jpg","width":1280,"height":960,"text":""}]}
            """#, ["photos/photo_1.jpg", "photos/photo_2.jpg"]),
        ServiceShape(
            "Instagram, Graph media",
            #"""
            {"data":[{"id":"1","caption":"Boats","media_type":"IMAGE","media_url":"https://s.example/v/1.jpg?oh=1",
             "permalink":"https://g.example/p/1/","timestamp":"2026","username":"ann"},
             {"id":"2","caption":"Clip","media_type":"VIDEO","media_url":"https://s.example/v/2.mp4","permalink":
             "https://g.example/p/2/","thumbnail_url":"https://s.example/v/2.jpg"}]}
            """#, ["//s.example/v/1.jpg?oh=1"], names: ["Boats"]),
    ]
}

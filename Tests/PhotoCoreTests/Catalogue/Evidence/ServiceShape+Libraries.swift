/// Photo services, archives and museums.
extension ServiceShape {
    static let libraries = [
        ServiceShape(
            "one item, whose list has sizes of one picture",
            #"""
            {"item":{"id":"http://l.example/item/1/","title":"Wagon","number":["1"],"image_url":[
             "https://t.example/1_150px.jpg#h=120&w=150","https://t.example/1r.jpg#h=512&w=640",
             "https://t.example/1v.jpg#h=820&w=1024"]},"options":{"all":null,"view":null}}
            """#, ["//t.example/1v.jpg#h=820&w=1024"], thumbnails: ["//t.example/1r.jpg#h=512&w=640"],
            names: ["Wagon"]),
        ServiceShape(
            "OData says what keys are about",
            #"""
            {"@odata.context":"https://o.example/$metadata#children","value":[
             {"@odata.etag":"1","name":"a.jpg","file":{"mimeType":"image/jpeg"},
             "thumbnails@odata.context":"https://o.example/$metadata#children('1')/thumbnails",
             "@microsoft.graph.downloadUrl":"https://d.example/download?id=1","thumbnails":[{"id":"0",
             "large":{"height":600,"width":800,"url":"https://t.example/l1"},
             "medium":{"height":176,"width":132,"url":"https://t.example/m1"}}]}]}
            """#, ["//d.example/download?id=1"], thumbnails: ["//t.example/m1"], names: ["a.jpg"]),
        ServiceShape(
            "photos that tell their widths",
            #"""
            {"list":[{"ref":1,"title":"Walk","photos":["https://p.example/a.jpg?w=640",
             "https://p.example/b.jpg?w=800"]},{"ref":2,"title":"Way","photos":[]}]}
            """#, ["//p.example/a.jpg?w=640", "//p.example/b.jpg?w=800"]),
        ServiceShape(
            "pictures under their sizes",
            #"""
            {"list":[{"ref":1,"title":"Pier","pics":{"150x150":"https://p.example/150/1.jpg",
             "600x":"https://p.example/600/1.jpg","1200x":"https://p.example/1200/1.jpg"}}]}
            """#, ["//p.example/1200/1.jpg"], thumbnails: ["//p.example/600/1.jpg"], names: ["Pier"]),
        ServiceShape(
            "NASA, search",
            #"""
            {"collection":{"version":"1.1","href":"http://n.example/search?q=x","items":[
             {"href":"https://a.example/1/collection.json","data":[{"title":"Probe","nasa_id":"1",
             "media_type":"image"}],
              "links":[{"href":"https://a.example/1~orig.jpg","rel":"canonical","render":"image","width":4200,
              "height":3000},
              {"href":"https://a.example/1~thumb.jpg","rel":"preview","render":"image","width":640,"height":457}]},
             {"href":"https://a.example/2/collection.json","data":[{"title":"Dunes","nasa_id":"2",
             "media_type":"image"}],
              "links":[{"href":"https://a.example/2~thumb.jpg","rel":"preview","render":"image"}]}]}}
            """#, ["//a.example/1~orig.jpg", "//a.example/2~thumb.jpg"],
            thumbnails: ["//a.example/1~thumb.jpg", "-"], names: ["Probe", "Dunes"]),
        ServiceShape(
            "a museum, HAL",
            #"""
            {"_links":{"self":{"href":"https://a.example/works?page=1"}},"_embedded":{"works":[
             {"id":"1","title":"Boat","_links":{"self":{"href":"https://a.example/works/1"},
              "image":{"href":"https://i.example/i/1"},"thumbnail":{"href":"https://i.example/t/1"},
              "photo":{"href":"https://a.example/photos/1"}}},
             {"id":"2","title":"Sea","_links":{"self":{"href":"https://a.example/works/2"},
              "image":{"href":"https://i.example/i/2"},"thumbnail":{"href":"https://i.example/t/2"},
              "photo":{"href":"https://a.example/photos/2"}}}]}}
            """#, ["//i.example/i/1", "//i.example/i/2"], thumbnails: ["//i.example/t/1", "//i.example/t/2"],
            names: ["Boat", "Sea"]),
        ServiceShape(
            "pictures in srcset",
            #"""
            {"items":[{"title":"One","srcset":"https://i.example/a/320 320w, https://i.example/a/1280 1280w"},
             {"title":"Two","srcset":"https://i.example/b/1280 2x, https://i.example/b/320"}]}
            """#, ["//i.example/a/1280", "//i.example/b/1280"], names: ["One", "Two"]),
        ServiceShape(
            "Unsplash, data set",
            #"""
            [{"photo_id":"a","photo_url":"https://u.example/photos/a","photo_image_url":"https://i.u.example/photo-1-a",
              "photo_width":3000,"photo_height":2000,"photographer_username":"ann"},
             {"photo_id":"b","photo_url":"https://u.example/photos/b","photo_image_url":"https://i.u.example/photo-2-b",
              "photo_width":3000,"photo_height":2000,"photographer_username":"bob"}]
            """#, ["//i.u.example/photo-1-a", "//i.u.example/photo-2-b"]),
        ServiceShape(
            "Unsplash, photos",
            #"""
            [{"id":"a","width":5245,"height":3497,"blur_hash":"L","alt_description":"A wall","likes":1,
              "urls":{"raw":"https://i.u.example/a?x=1","full":"https://i.u.example/a?fm=jpg&q=85",
              "regular":"https://i.u.example/a?fm=jpg&w=1080","small":"https://i.u.example/a?fm=jpg&w=400",
              "thumb":"https://i.u.example/a?fm=jpg&w=200"},"links":{"self":"https://api.u.example/photos/a",
              "html":"https://u.example/photos/a","download":"https://u.example/photos/a/download"},
              "user":{"username":"ann","profile_image":{"small":"https://i.u.example/p?w=32"}}}]
            """#, ["//i.u.example/a?fm=jpg&q=85"], thumbnails: ["//i.u.example/a?fm=jpg&w=200"], names: ["A wall"]),
        ServiceShape(
            "Flickr, search with addresses",
            #"""
            {"photos":{"page":1,"photo":[{"id":"1","owner":"x","secret":"s","title":"Harbour","ispublic":1,
             "url_sq":"https://f.example/1_s.jpg","height_sq":75,"width_sq":75,"url_m":"https://f.example/1.jpg",
             "height_m":333,"width_m":500,"url_o":"https://f.example/1_o.jpg","height_o":4000,"width_o":6000}]},
             "stat":"ok"}
            """#, ["//f.example/1_o.jpg"], thumbnails: ["//f.example/1.jpg"], names: ["Harbour"]),
        ServiceShape(
            "COCO",
            #"""
            {"info":{"url":"http://c.example"},"licenses":[{"url":"http://cc.example/by/2.0/","id":4,"name":"By"}],
             "images":[{"license":4,"file_name":"01.jpg","coco_url":"http://i.example/v/01.jpg","height":427,
             "width":640,
             "flickr_url":"http://f.example/1_z.jpg","id":1},{"license":4,"file_name":"02.jpg",
             "coco_url":"http://i.example/v/02.jpg","height":230,"width":352,"flickr_url":"http://f.example/2_z.jpg",
             "id":2}],
             "annotations":[{"image_id":1,"bbox":[1,2,3,4]}],"categories":[{"id":1,"name":"person"}]}
            """#, ["http://i.example/v/01.jpg", "http://i.example/v/02.jpg"], names: ["01.jpg", "02.jpg"]),
        ServiceShape(
            "COCO, files beside it",
            #"""
            {"images":[{"id":1,"file_name":"images/f1.png","width":1280,"height":720},
             {"id":2,"file_name":"images/f2.png","width":1280,"height":720}],"annotations":[],"categories":[]}
            """#, ["images/f1.png", "images/f2.png"]),
        ServiceShape(
            "Google Photos, media items",
            #"""
            {"mediaItems":[{"id":"A","productUrl":"https://g.example/lr/photo/A","baseUrl":"https://lh3.example/lr/AA",
             "mimeType":"image/jpeg","mediaMetadata":{"width":"4032","height":"3024"},"filename":"IMG_1.JPG"},
             {"id":"B","productUrl":"https://g.example/lr/photo/B","baseUrl":"https://lh3.example/lr/BB",
             "mimeType":"video/mp4","mediaMetadata":{"width":"1920","height":"1080"},"filename":"VID.MP4"}]}
            """#, ["//lh3.example/lr/AA"], names: ["IMG_1.JPG"]),
        ServiceShape(
            "Google Drive, files",
            #"""
            {"kind":"drive#fileList","files":[{"id":"1","name":"Orchard.jpg","mimeType":"image/jpeg",
             "webContentLink":"https://d.example/uc?id=1","webViewLink":"https://d.example/file/d/1/view",
             "iconLink":"https://d.example/icon/16/jpeg","thumbnailLink":"https://lh3.example/1=s220"},
             {"id":"2","name":"Bill.pdf","mimeType":"application/pdf","webContentLink":"https://d.example/uc?id=2",
             "thumbnailLink":"https://lh3.example/2=s220"}]}
            """#, ["//d.example/uc?id=1"], thumbnails: ["//lh3.example/1=s220"], names: ["Orchard.jpg"]),
        ServiceShape(
            "OneDrive, children",
            #"""
            {"value":[{"id":"1","name":"Wall.jpg","size":9,"webUrl":"https://o.example/w/1",
            "file":{"mimeType":"image/jpeg"},
             "@microsoft.graph.downloadUrl":"https://b.example/y4m1?t=1","image":{"width":4000,"height":3000},
             "thumbnails":[{"id":"0","small":{"url":"https://b.example/s1","width":96,"height":72},
             "medium":{"url":"https://b.example/m1","width":176,"height":132},
             "large":{"url":"https://b.example/l1","width":800,"height":600}}]}]}
            """#, ["//b.example/y4m1?t=1"], thumbnails: ["//b.example/m1"]),
        ServiceShape(
            "Wikimedia Commons, imageinfo",
            #"""
            {"batchcomplete":"","query":{"pages":{"304":{"pageid":304,"ns":6,"title":"File:Light.jpg","imageinfo":[
             {"size":5,"width":5184,"height":3456,"thumburl":"https://w.example/thumb/Light.jpg/320px-Light.jpg",
             "thumbwidth":320,"thumbheight":213,"url":"https://w.example/Light.jpg",
             "descriptionurl":"https://c.example/wiki/File:Light.jpg","mime":"image/jpeg"}]}}}}
            """#, ["//w.example/Light.jpg"], thumbnails: ["//w.example/thumb/Light.jpg/320px-Light.jpg"]),
        ServiceShape(
            "Met, object",
            #"""
            {"objectID":1,"accessionNumber":"36.100","isPublicDomain":true,"primaryImage":"https://m.example/o/1.jpg",
             "primaryImageSmall":"https://m.example/w/1.jpg","additionalImages":["https://m.example/o/2.jpg",
             "https://m.example/o/3.jpg"],"title":"Cranes","objectURL":"https://m.example/art/1",
             "department":"Asian Art"}
            """#, ["//m.example/o/1.jpg", "//m.example/o/2.jpg", "//m.example/o/3.jpg"],
            thumbnails: ["//m.example/w/1.jpg", "-", "-"], names: ["Cranes", "Cranes", "Cranes"]),
        ServiceShape(
            "Hugging Face, rows",
            #"""
            {"features":[{"feature_idx":0,"name":"image","type":{"_type":"Image"}}],"rows":[
             {"row_idx":0,"row":{"image":{"src":"https://d.example/assets/0/image.jpg","height":32,"width":32},
             "label":3},
              "truncated_cells":[]},{"row_idx":1,"row":{"image":{"src":"https://d.example/assets/1/image.jpg",
              "height":32,
              "width":32},"label":4},"truncated_cells":[]}],"num_rows_total":2}
            """#, ["//d.example/assets/0/image.jpg", "//d.example/assets/1/image.jpg"]),
        ServiceShape(
            "Openverse, images",
            #"""
            {"result_count":1,"page":1,"results":[{"id":"0a","title":"Slate",
            "foreign_landing_url":"https://p.example/1",
             "url":"https://l.example/1_b.jpg","creator":"cem","creator_url":"https://p.example/cem","license":"by",
             "license_url":"https://cc.example/by/2.0/","provider":"p","source":"p","filetype":"jpg","height":683,
             "width":1024,"thumbnail":"https://api.example/v1/images/0a/thumb/",
             "related_url":"https://api.example/r/"}]}
            """#, ["//l.example/1_b.jpg"], names: ["Slate"]),
        ServiceShape(
            "Pixabay, search",
            #"""
            {"total":1,"hits":[{"id":1,"pageURL":"https://p.example/1","type":"photo","tags":"bee",
             "previewURL":"https://c.example/1_150.jpg","previewWidth":150,"previewHeight":84,
             "webformatURL":"https://p.example/get/1_640.jpg","webformatWidth":640,"webformatHeight":360,
             "largeImageURL":"https://p.example/get/1_1280.jpg","user":"ann",
             "userImageURL":"https://c.example/user/ann.jpg"}]}
            """#, ["//p.example/get/1_1280.jpg"], thumbnails: ["//p.example/get/1_640.jpg"]),
        ServiceShape(
            "Lychee, album",
            #"""
            {"resource":{"title":"Glass","albums":[{"id":"b","title":"Broken","thumb":{"id":"c","type":"image/jpeg",
             "thumb":"https://f.example/thumb/cover.jpeg"}}],"photos":[{"id":"d","title":"Vase","type":"image/jpeg",
             "size_variants":{"original":{"url":"https://f.example/original/vase.jpg","width":4000,"height":3000},
             "medium":null,"small":{"url":"https://f.example/small/vase.jpg","width":540,"height":360},
             "thumb":{"url":"https://f.example/thumb/vase.jpg","width":200,"height":200}}},
             {"id":"e","title":"Cup","type":"image/jpeg","size_variants":{"original":{"url":
             "https://f.example/original/cup.jpg","width":4000,"height":3000},"thumb":{"url":
             "https://f.example/thumb/cup.jpg","width":200,"height":200}}}]}}
            """#, ["//f.example/original/vase.jpg", "//f.example/original/cup.jpg"],
            thumbnails: ["//f.example/thumb/vase.jpg", "//f.example/thumb/cup.jpg"], names: ["Vase", "Cup"]),
        ServiceShape(
            "Panoramax, items",
            #"""
            {"type":"FeatureCollection","features":[{"type":"Feature","id":"1","geometry":{"type":"Point",
             "coordinates":[2,48]},"properties":{"datetime":"2025"},"links":[{"rel":"self",
             "href":"https://p.example/i/1"}],
             "assets":{"hd":{"href":"https://p.example/images/1.jpg","type":"image/jpeg"},
             "sd":{"href":"https://p.example/d/1/sd.jpg","type":"image/jpeg"},
             "thumb":{"href":"https://p.example/d/1/thumb.jpg","type":"image/jpeg"}}}]}
            """#, ["//p.example/images/1.jpg"], thumbnails: ["//p.example/d/1/thumb.jpg"]),
        ServiceShape(
            "iNaturalist, observations",
            #"""
            {"total_results":1,"results":[{"id":1,"species_guess":"Orchid","uri":"https://i.example/observations/1",
             "user":{"login":"dee","icon":"https://i.example/users/1/thumb.jpg"},"photos":[{"id":61,
             "license_code":"cc0",
             "url":"https://o.example/photos/61/square.jpg","original_dimensions":{"height":1365,"width":2048}},
             {"id":62,"url":"https://o.example/photos/62/square.jpg"}]}]}
            """#, ["//o.example/photos/61/square.jpg", "//o.example/photos/62/square.jpg"]),
        ServiceShape(
            "Europeana, search",
            #"""
            {"success":true,"items":[{"id":"/1/A","type":"IMAGE","title":["Harbour"],"guid":"https://e.example/item/1",
             "link":"https://e.example/1.json","edmIsShownBy":["http://m.example/1/original.jpg"],
             "edmPreview":["https://e.example/thumb/1.jpg"]},{"id":"/1/B","type":"IMAGE","title":["Boat"],
             "guid":"https://e.example/item/2","edmIsShownBy":["http://m.example/2/original.jpg"],
             "edmPreview":["https://e.example/thumb/2.jpg"]}]}
            """#, ["http://m.example/1/original.jpg", "http://m.example/2/original.jpg"], names: ["Harbour", "Boat"]),
    ]
}

window.YTD.tweets.part0 = [
  {
    "tweet" : {
      "edit_info" : { "initial" : { "editTweetIds" : [ "200" ], "editableUntil" : "2022-01-01T11:00:00.000Z", "editsRemaining" : "5", "isEditEligible" : true } },
      "retweeted" : false,
      "source" : "<a href=\"https://mobile.x.example\" rel=\"nofollow\">Web App</a>",
      "entities" : {
        "hashtags" : [ ],
        "media" : [ { "expanded_url" : "https://x.example/annm/status/200/photo/1", "indices" : [ "5", "28" ], "url" : "https://t.example/c", "media_url" : "http://pbs.twimg.example/media/Bb1.jpg", "id_str" : "201", "id" : "201", "media_url_https" : "https://pbs.twimg.example/media/Bb1.jpg", "sizes" : { "thumb" : { "w" : "150", "h" : "150", "resize" : "crop" }, "large" : { "w" : "2048", "h" : "1536", "resize" : "fit" } }, "type" : "photo", "display_url" : "pic.x.example/c" } ],
        "user_mentions" : [ ],
        "urls" : [ ]
      },
      "id_str" : "200",
      "full_text" : "Stile https://t.example/c",
      "created_at" : "Sat Jan 01 10:00:00 +0000 2022",
      "extended_entities" : {
        "media" : [ { "expanded_url" : "https://x.example/annm/status/200/photo/1", "indices" : [ "5", "28" ], "url" : "https://t.example/c", "media_url" : "http://pbs.twimg.example/media/Bb1.jpg", "id_str" : "201", "id" : "201", "media_url_https" : "https://pbs.twimg.example/media/Bb1.jpg", "type" : "photo", "display_url" : "pic.x.example/c" },
          { "expanded_url" : "https://x.example/annm/status/200/photo/1", "indices" : [ "5", "28" ], "url" : "https://t.example/c", "media_url" : "http://pbs.twimg.example/media/Bb2.jpg", "id_str" : "202", "id" : "202", "media_url_https" : "https://pbs.twimg.example/media/Bb2.jpg", "type" : "photo", "display_url" : "pic.x.example/c" } ]
      },
      "lang" : "en"
    }
  },
  { "tweet" : { "retweeted" : false, "entities" : { "hashtags" : [ ], "user_mentions" : [ ], "urls" : [ { "url" : "https://t.example/d", "expanded_url" : "https://news.example/stile", "display_url" : "news.example/stile", "indices" : [ "0", "23" ] } ] }, "id_str" : "203", "full_text" : "https://t.example/d", "lang" : "zxx" } }
]

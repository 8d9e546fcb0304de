"""Lets clients of others read a stand-in for an Immich server; fails where one refuses an answer.

Run by test_stand_ins.py, with the Python that has them: check_immich.py ADDRESS KEY.
"""

import asyncio
import sys

import aiohttp
import aioimmich
from aioimmich.assets.models import ImmichAsset
from immich.client import ApiClient, Configuration
from immich.client.api import albums_api, assets_api, people_api, search_api, server_api, timeline_api, views_api
from immich.client.models.asset_order import AssetOrder
from immich.client.models.asset_visibility import AssetVisibility
from immich.client.models.metadata_search_dto import MetadataSearchDto
from immich.client.models.smart_search_dto import SmartSearchDto


async def generated(address, key):
    """The client that is generated from the API's description, with strict models."""
    configuration = Configuration(host=f"{address}/api", api_key={"api_key": key})
    async with ApiClient(configuration) as client:
        assert (await server_api.ServerApi(client).ping_server()).res == "pong"
        timeline = timeline_api.TimelineApi(client)
        # As the program asks.
        shown = await timeline.get_time_buckets(
            visibility=AssetVisibility.TIMELINE, order=AssetOrder.DESC, with_partners=True)
        months = await timeline.get_time_buckets()
        assert shown == months, shown
        assert months and all(month.count > 0 for month in months), months
        for month in months:
            bucket = await timeline.get_time_bucket(time_bucket=month.time_bucket)
            columns = bucket.to_dict()
            assert {len(column) for column in columns.values() if column is not None} == {month.count}, month
        assets = assets_api.AssetsApi(client)
        asset = await assets.get_asset_info(id=bucket.id[0])
        assert asset.id == bucket.id[0] and asset.exif_info.exif_image_width > 0
        assert (await assets.view_asset(id=asset.id)).startswith(b"\xff\xd8")
        assert (await assets.download_asset(id=asset.id)).startswith(b"\xff\xd8")
        search = search_api.SearchApi(client)
        found = await search.search_assets(
            metadata_search_dto=MetadataSearchDto(originalFileName=asset.original_file_name))
        assert [each.id for each in found.assets.items] == [asset.id]
        await search.search_smart(
            smart_search_dto=SmartSearchDto(query="beach", visibility=AssetVisibility.TIMELINE, withExif=True))
        cities = await search.get_assets_by_city()
        assert sorted(each.exif_info.city for each in cities) == ["Kyōto", "Lisbon", "Zürich"], cities
        views = views_api.ViewsApi(client)
        folders = await views.get_unique_original_paths()
        inside = await views.get_assets_by_original_path(path=folders[0])
        assert inside and all(each.original_path.rpartition("/")[0] == folders[0] for each in inside), inside
        albums = albums_api.AlbumsApi(client)
        assert len(await albums.get_all_albums()) == 2 and len(await albums.get_all_albums(shared=True)) == 1
        assert (await people_api.PeopleApi(client).get_all_people()).total == 3
        return asset.id


async def by_hand(address, key, asset):
    """A client that is written by hand, for a home's automation."""
    host, port = address.removeprefix("http://").split(":")
    async with aiohttp.ClientSession() as session:
        client = aioimmich.Immich(session, key, host, int(port), use_ssl=False)
        await client.async_setup()
        assert (await client.assets.async_view_asset(asset)).startswith(b"\xff\xd8")
        assert isinstance(ImmichAsset.from_dict(await client.api.async_do_request(f"assets/{asset}")), ImmichAsset)
        # It asks for both kinds.
        assert len(await client.albums.async_get_all_albums()) == 3


async def main(address, key):
    await by_hand(address, key, await generated(address, key))
    print("accepted")

asyncio.run(main(*sys.argv[1:]))

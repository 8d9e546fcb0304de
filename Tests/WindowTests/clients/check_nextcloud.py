"""Lets a client of others sign in to a stand-in for Nextcloud, and read its files; prints the page for the browser,
then the login.

Run by test_stand_ins.py, with the Python that has it: check_nextcloud.py ADDRESS.
"""

import sys

from nc_py_api import Nextcloud

nextcloud = Nextcloud(nextcloud_url=sys.argv[1])
flow = nextcloud.loginflow_v2.init(user_agent="A client")
print(flow.login, flush=True)
login = nextcloud.loginflow_v2.poll(flow.token, timeout=20, overwrite_auth=False)
assert login.server == sys.argv[1], login
print(f"{login.login_name}:{login.app_password}")

person = Nextcloud(nextcloud_url=sys.argv[1], nc_auth_user=login.login_name, nc_auth_pass=login.app_password)
files = person.files.listdir()
assert [each.name for each in files] == ["Photo 000000.jpg", "Photo 000001.jpg"], files
assert all(each.info.fileid and each.info.content_length and each.info.last_modified.year > 2000 for each in files)
photo = person.files.download(files[0])
assert photo.startswith(b"\xff\xd8") and len(photo) == files[0].info.content_length
found = person.files.find(["and", "like", "mime", "image/%", "like", "name", "%000001%"])
assert [each.user_path for each in found] == ["Photo 000001.jpg"], found
print("accepted")

"""Lets a client of others sign in to a stand-in for Nextcloud; prints the page for the browser, then the login.

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

"""A part of the store's pipeline (see object_store.py) that sends the bodies of photos slowly: `rate` KiB a second
each, in small pieces, so that each connection is in the middle of one."""

import time

PIECE = 1024


class SlowBodies:
    """https://docs.openstack.org/swift/latest/development_middleware.html"""

    def __init__(self, application, rate):
        self.application, self.rate = application, rate

    def __call__(self, environment, start_response):
        body = self.application(environment, start_response)
        return self.slowed(body) if ".jpg" in environment["PATH_INFO"] else body

    def slowed(self, body):
        try:
            for part in body:
                for start in range(0, len(part), PIECE):
                    # The server's own: its other requests go on.
                    time.sleep(PIECE / 1024 / self.rate)
                    yield part[start:start + PIECE]
        finally:
            if hasattr(body, "close"):
                body.close()


def factory(_, rate, **_of_the_file):
    return lambda application: SlowBodies(application, float(rate))

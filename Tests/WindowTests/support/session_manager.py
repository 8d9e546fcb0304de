"""A stand-in for the desktop's session manager, which programs ask not to dim the screen."""

from .mock_service import MockService

IDLE = 8  # a flag of Inhibit: the session is not marked as idle


class SessionManager(MockService):
    """GTK looks for it once, when a program starts."""

    def __init__(self, session):
        super().__init__(session, "org.gnome.SessionManager", "/org/gnome/SessionManager", [
            ("Inhibit", "susu", "u", "ret = 7"), ("Uninhibit", "u", "", "")])

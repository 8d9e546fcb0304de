"""A stand-in for services of a desktop on the session bus: its file manager (org.freedesktop.FileManager1), and portals
(org.freedesktop.portal.*): for wallpapers, other programs, the trash, files to choose, printing, secrets, notices,
sessions that do not sleep, and what the network and the memory are like. The script provides them; the class starts it
and reads its calls."""

import json
import os
import signal
import sys
from pathlib import Path

FILE_MANAGER = "org.freedesktop.FileManager1"
PORTAL = "org.freedesktop.portal.Desktop"
DONE, CANCELLED = 0, 1  # a portal's answers

# Of a portal's question about a file, or with texts: its arguments, and the request that will have the answer.
OF_FILE, OF_TEXT = (
    "".join(f'<arg type="{kind}" direction="in"/>' for kind in kinds) + '<arg type="o" direction="out"/>'
    for kinds in (("s", "h", "a{sv}"), ("s", "s", "a{sv}")))

INTERFACES = f"""
<node>
  <interface name="org.freedesktop.FileManager1">
    <method name="ShowItems"><arg type="as" direction="in"/><arg type="s" direction="in"/></method>
  </interface>
  <interface name="org.freedesktop.portal.Wallpaper">
    <method name="SetWallpaperFile">{OF_FILE}</method>
  </interface>
  <interface name="org.freedesktop.portal.OpenURI">
    <method name="OpenFile">{OF_FILE}</method>
    <method name="OpenDirectory">{OF_FILE}</method>
  </interface>
  <interface name="org.freedesktop.portal.Trash">
    <method name="TrashFile"><arg type="h" direction="in"/><arg type="u" direction="out"/></method>
  </interface>
  <interface name="org.freedesktop.portal.FileChooser">
    <method name="OpenFile">{OF_TEXT}</method>
    <property name="version" type="u" access="read"/>
  </interface>
  <interface name="org.freedesktop.portal.Print">
    <method name="PreparePrint">
      <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="a{{sv}}" direction="in"/>
      <arg type="a{{sv}}" direction="in"/><arg type="a{{sv}}" direction="in"/><arg type="o" direction="out"/>
    </method>
    <method name="Print">
      <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="h" direction="in"/>
      <arg type="a{{sv}}" direction="in"/><arg type="o" direction="out"/>
    </method>
  </interface>
  <interface name="org.freedesktop.portal.Secret">
    <method name="RetrieveSecret">
      <arg type="h" direction="in"/><arg type="a{{sv}}" direction="in"/><arg type="o" direction="out"/>
    </method>
    <property name="version" type="u" access="read"/>
  </interface>
  <interface name="org.freedesktop.portal.Notification">
    <method name="AddNotification"><arg type="s" direction="in"/><arg type="a{{sv}}" direction="in"/></method>
    <method name="RemoveNotification"><arg type="s" direction="in"/></method>
    <property name="version" type="u" access="read"/>
  </interface>
  <interface name="org.freedesktop.portal.Inhibit">
    <method name="Inhibit">
      <arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="a{{sv}}" direction="in"/>
      <arg type="o" direction="out"/>
    </method>
    <property name="version" type="u" access="read"/>
  </interface>
  <interface name="org.freedesktop.portal.ProxyResolver">
    <method name="Lookup"><arg type="s" direction="in"/><arg type="as" direction="out"/></method>
    <property name="version" type="u" access="read"/>
  </interface>
  <interface name="org.freedesktop.portal.NetworkMonitor">
    <method name="GetStatus"><arg type="a{{sv}}" direction="out"/></method>
    <signal name="changed"/>
    <method name="CanReach">
      <arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="b" direction="out"/>
    </method>
    <property name="version" type="u" access="read"/>
  </interface>
  <interface name="org.freedesktop.portal.MemoryMonitor">
    <signal name="LowMemoryWarning"><arg type="y"/></signal>
    <property name="version" type="u" access="read"/>
  </interface>
  <interface name="org.freedesktop.portal.Request">
    <method name="Close"/>
    <signal name="Response"><arg type="u"/><arg type="a{{sv}}"/></signal>
  </interface>
</node>
"""


# Millimetres.
A4 = {"PPDName": "A4", "DisplayName": "A4", "Orientation": "portrait", "Width": 210.0, "Height": 297.0,
      "MarginTop": 5.0, "MarginBottom": 5.0, "MarginLeft": 5.0, "MarginRight": 5.0}
SECRET = bytes(range(64))  # of a sandbox: what encrypts its passwords


def told(method, is_metered):
    """What portals say that ask nobody, as a variant; None of others."""
    from gi.repository import GLib
    if method == "Lookup":
        return GLib.Variant("(as)", (["direct://"],))
    if method == "GetStatus":
        status = {"available": GLib.Variant("b", True), "metered": GLib.Variant("b", is_metered),
                  "connectivity": GLib.Variant("u", 4)}
        return GLib.Variant("(a{sv})", (status,))
    if method == "CanReach":
        return GLib.Variant("(b)", (True,))
    return None


def serve(log, answer, chosen):
    from gi.repository import Gio, GLib
    node = Gio.DBusNodeInfo.new_for_xml(INTERFACES)
    bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)
    costs = []

    def note(**what):
        with open(log, "a") as file:
            file.write(json.dumps(what) + "\n")

    def called(_, sender, path, interface, method, parameters, invocation):
        arguments = parameters.unpack()
        if method == "ShowItems":
            note(method=method, uris=arguments[0])
            invocation.return_value(None)
            return
        if method == "TrashFile":
            note(method=method, bytes=content(invocation, arguments[0]))
            invocation.return_value(GLib.Variant("(u)", (1,)))
            return
        if (said := told(method, bool(costs))) is not None:
            invocation.return_value(said)
            return
        if interface.endswith(".Notification"):
            note(method=method, id=arguments[0], **({"title": arguments[1]["title"]} if arguments[1:] else {}))
            invocation.return_value(None)
            return
        if method == "Close":
            note(method=method)
            invocation.return_value(None)
            return
        options, results = arguments[-1], {}
        if method == "PreparePrint":
            note(method=method, title=arguments[1])
            page = {name: GLib.Variant("s" if isinstance(value, str) else "d", value) for name, value in A4.items()}
            results = {"settings": GLib.Variant("a{sv}", {}), "page-setup": GLib.Variant("a{sv}", page),
                       "token": GLib.Variant("u", 1)}
        elif method == "Print":
            note(method=method, title=arguments[1], bytes=content(invocation, arguments[2]))
        elif method == "RetrieveSecret":
            note(method=method)
            with os.fdopen(invocation.get_message().get_unix_fd_list().get(arguments[0]), "wb") as pipe:
                pipe.write(SECRET)
        elif method == "Inhibit":
            note(method=method, flags=arguments[1])
        elif interface.endswith(".FileChooser"):
            note(method="ChooseFile", options=list(options))
            results = {"uris": GLib.Variant("as", [chosen])}
        else:
            note(method=method, bytes=content(invocation, arguments[1]), options=list(options),
                 place=options.get("set-on"), ask=options.get("ask"))
        token = options.get("handle_token", "t0")
        request = f"/org/freedesktop/portal/desktop/request/{sender[1:].replace('.', '_')}/{token}"
        if method == "Inhibit":
            bus.register_object(request, node.lookup_interface("org.freedesktop.portal.Request"), called, None, None)
        invocation.return_value(GLib.Variant("(o)", (request,)))

        def respond():
            bus.emit_signal(sender, request, "org.freedesktop.portal.Request", "Response",
                            GLib.Variant("(ua{sv})", (answer, results)))
        if method == "RetrieveSecret":
            # libsecret listens to the request only once it knows it.
            GLib.timeout_add(500, respond)
        else:
            respond()

    def version(connection, sender, path, interface, *_):
        # libsecret knows only the first of the portal that it asks.
        return GLib.Variant("u", 1 if interface.endswith(".Secret") else 3)
    bus.register_object("/org/freedesktop/FileManager1", node.lookup_interface(FILE_MANAGER), called, None, None)
    for portal in ("Wallpaper", "OpenURI", "Trash", "FileChooser", "Print", "Secret", "Notification", "Inhibit",
                   "ProxyResolver", "NetworkMonitor", "MemoryMonitor"):
        bus.register_object("/org/freedesktop/portal/desktop",
                            node.lookup_interface(f"org.freedesktop.portal.{portal}"), called,
                            version, None)

    def tell(interface, name, values=None):
        bus.emit_signal(None, "/org/freedesktop/portal/desktop", f"org.freedesktop.portal.{interface}", name, values)

    def cost_money():
        costs.append(True)
        tell("NetworkMonitor", "changed")
        return True

    def run_out_of_memory():
        tell("MemoryMonitor", "LowMemoryWarning", GLib.Variant("(y)", (100,)))
        return True
    GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR1, cost_money)
    GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR2, run_out_of_memory)
    loop = GLib.MainLoop()
    for name in (FILE_MANAGER, PORTAL):
        Gio.bus_own_name_on_connection(bus, name, Gio.BusNameOwnerFlags.NONE, None, lambda *_: loop.quit())
    loop.run()


def content(invocation, handle):
    """The bytes of a file that came with a call, in hexadecimal."""
    descriptors = invocation.get_message().get_unix_fd_list()
    with os.fdopen(descriptors.get(handle)) as file:
        return Path(f"/proc/self/fd/{file.fileno()}").read_bytes().hex()


class DesktopServices:
    """All of them, on a session's bus. A person chooses the file with the address `chosen`."""

    def __init__(self, session, answer=DONE, chosen=""):
        from .accessibility import connect
        from .processes import ChildProcess
        from .waiting import wait_until
        self.log = session.directory / "desktop-services.json"
        self.log.unlink(missing_ok=True)
        self.connection = connect(session.session_bus_address)
        self.process = ChildProcess(
            [sys.executable, "-B", __file__, str(self.log), str(answer), chosen], session.environment,
            session.directory / "desktop-services.log")
        wait_until(lambda: self._has_owner(FILE_MANAGER) and self._has_owner(PORTAL), 10,
                   lambda: f"the desktop's services are on the bus; they said: {self.process.said()}")

    def asked(self):
        """The received calls, in order."""
        return [json.loads(line) for line in self.log.read_text().splitlines()] if self.log.exists() else []

    def cost_money(self):
        """The network does from now on."""
        self.process.popen.send_signal(signal.SIGUSR1)

    def run_out_of_memory(self):
        """Warns that memory is low."""
        self.process.popen.send_signal(signal.SIGUSR2)

    def _has_owner(self, name):
        from gi.repository import Gio, GLib
        answer, = self.connection.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
            GLib.Variant("(s)", (name,)), None, Gio.DBusCallFlags.NONE, 10_000, None).unpack()
        return answer

    def end(self):
        from .waiting import wait_until
        self.process.end()
        wait_until(lambda: not self._has_owner(FILE_MANAGER), 5, "the desktop's services are gone")
        self.connection.close_sync(None)


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]), sys.argv[3])

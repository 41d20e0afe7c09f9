#!/usr/bin/python3
"""A window of WebKitGTK for WebDriver, of any size: Debian's MiniBrowser cannot be as narrow as a phone.

Arguments: --automation (from the driver) and --size=WIDTHxHEIGHT, and --no-scripts for pages without
JavaScript. Messages of the console go to standard error, and so does the end of a page's process:
the driver itself only says that the session is invalid.
"""
import sys
import tempfile

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402


def size_of(arguments):
    for argument in arguments:
        if argument.startswith("--size="):
            width, height = argument.removeprefix("--size=").split("x")
            return int(width), int(height)
    sys.exit("webkit-window.py needs --size=WIDTHxHEIGHT")


width, height = size_of(sys.argv[1:])
# Not an ephemeral context: that one keeps the console to itself.
folder = tempfile.mkdtemp()
data = WebKit2.WebsiteDataManager(base_data_directory=folder, base_cache_directory=folder)
context = WebKit2.WebContext.new_with_website_data_manager(data)
context.set_automation_allowed(True)
window = Gtk.Window()
window.set_decorated(False)
window.set_default_size(width, height)


def report_end(_view, reason):
    print(f"WEB PROCESS ENDED {reason.value_nick}", file=sys.stderr, flush=True)


def create_view(_session):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    view.get_settings().set_enable_write_console_messages_to_stdout(True)
    if "--no-scripts" in sys.argv:
        view.get_settings().set_enable_javascript(False)
    view.connect("web-process-terminated", report_end)
    window.add(view)
    window.show_all()
    return view


def start_automation(_context, session):
    application = WebKit2.ApplicationInfo()
    application.set_name("webkit-window")
    application.set_version(1, 0, 0)
    session.set_application_info(application)
    session.connect("create-web-view", create_view)


context.connect("automation-started", start_automation)
Gtk.main()

"""A real GeoClue on a D-Bus of its own, with an agent that allows everything. It reads NMEA from a Unix socket, and
asks no server: its environment names a proxy that does not exist.
"""
import os
import pathlib
import subprocess
import time

SERVICE = '/usr/libexec/geoclue'
CLIENT = '/usr/libexec/geoclue-2.0/demos/where-am-i'
# GeoClue asks an agent that its configuration names.
AGENT = '''
import dbus, dbusmock
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib
DBusGMainLoop(set_as_default=True)
bus = dbus.SystemBus()
name = dbus.service.BusName('com.example.Agent', bus)
path, interface = '/org/freedesktop/GeoClue2/Agent', 'org.freedesktop.GeoClue2.Agent'
agent = dbusmock.DBusMockObject(name, path, interface, {'MaxAccuracyLevel': dbus.UInt32(8)}, None)
agent.AddMethod(interface, 'AuthorizeApp', 'su', 'bu', 'ret = (True, args[1])')
manager = bus.get_object('org.freedesktop.GeoClue2', '/org/freedesktop/GeoClue2/Manager', introspect=False)
manager.AddAgent('geoclue-demo-agent', dbus_interface='org.freedesktop.GeoClue2.Manager', ignore_reply=True)
GLib.MainLoop().run()
'''
BUS = '''<busconfig><type>system</type><listen>unix:path={socket}</listen><policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/><allow user="*"/></policy></busconfig>
'''


class GeoClue:
    """GeoClue in a folder, which reads the socket at `path`, and its example client."""

    def __init__(self, folder, path):
        self.output = pathlib.Path(folder, 'where-am-i')
        bus, configuration = pathlib.Path(folder, 'bus'), pathlib.Path(folder, 'bus.conf')
        configuration.write_text(BUS.format(socket=bus))
        proxy = 'http://127.0.0.1:1'
        self.environment = {
            **os.environ, 'DBUS_SYSTEM_BUS_ADDRESS': f'unix:path={bus}', 'GIO_USE_PROXY_RESOLVER': 'libproxy',
            'http_proxy': proxy, 'https_proxy': proxy, 'all_proxy': proxy, 'no_proxy': ''}
        self.processes = []
        self.start('dbus-daemon', f'--config-file={configuration}', '--nofork', '--nopidfile')
        self.await_(bus.exists)
        self.start(SERVICE, f'--nmea-socket={path}')
        self.await_(self.is_owned)
        self.start('/usr/bin/python3', '-c', AGENT)
        self.start(CLIENT, '--timeout=600', output=self.output)

    def start(self, *command, output=os.devnull):
        with open(output, 'w') as file:
            self.processes.append(subprocess.Popen(
                command, env=self.environment, stdout=file, stderr=subprocess.DEVNULL))

    def await_(self, condition):
        deadline = time.monotonic() + 20
        while not condition():
            if time.monotonic() > deadline:
                raise TimeoutError('GeoClue does not start')
            time.sleep(0.05)

    def is_owned(self):
        answer = subprocess.run(
            ['dbus-send', '--system', '--print-reply', '--dest=org.freedesktop.DBus', '/',
             'org.freedesktop.DBus.NameHasOwner', 'string:org.freedesktop.GeoClue2'],
            env=self.environment, capture_output=True, text=True)
        return 'boolean true' in answer.stdout

    def close(self):
        for process in reversed(self.processes):
            process.terminate()
            process.wait(10)

"""Runs OpenStack Swift with its S3 interface, in memory and local only, until standard input is closed.

Its argument is JSON: a folder, four ports, a key (`account:user`) and a secret.
"""

import ctypes
import json
import os
import pwd
import signal
import sys

import swift.common.utils

told = json.loads(sys.argv[1])
folder = told["folder"]

# Other modules read this name on import, so set it first.
swift.common.utils.SWIFT_CONF_FILE = os.path.join(folder, "swift.conf")
with open(swift.common.utils.SWIFT_CONF_FILE, "w") as file:
    file.write("[swift-hash]\nswift_hash_path_prefix = a\nswift_hash_path_suffix = b\n")

from swift.common.ring.builder import RingBuilder  # noqa: E402
from swift.common.wsgi import run_wsgi  # noqa: E402

DEFAULTS = """[DEFAULT]
bind_ip = 127.0.0.1
bind_port = {port}
workers = 0
user = {user}
swift_dir = {folder}
devices = {folder}/devices
mount_check = false
log_level = WARNING
"""

STORAGE = """[pipeline:main]
pipeline = {name}-server
[app:{name}-server]
use = egg:swift#{kind}
"""

PROXY = """[pipeline:main]
pipeline = catch_errors cache s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
# Authentication requires a cache, but works without a reachable one.
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:tempauth]
use = egg:swift#tempauth
user_{user} = {secret} .admin
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
"""

KINDS = {"object": "mem_object", "container": "container", "account": "account"}


def write_ring(name, port):
    """Builds a ring of one device without replicas."""
    builder = RingBuilder(2, 1, 1)
    device = {"id": 0, "region": 1, "zone": 1, "ip": "127.0.0.1", "port": port, "device": "d", "weight": 1}
    builder.add_dev(device)
    builder.rebalance(seed="1")
    builder.get_ring().save(os.path.join(folder, name + ".ring.gz"))


def start(name, port, rest):
    path = os.path.join(folder, name + ".conf")
    user = pwd.getpwuid(os.getuid()).pw_name
    with open(path, "w") as file:
        file.write(DEFAULTS.format(port=port, user=user, folder=folder) + rest)
    child = os.fork()
    if child == 0:
        # PR_SET_PDEATHSIG: the child ends with this process, even if it is killed.
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
        sys.exit(run_wsgi(path, name + "-server"))
    return child


os.makedirs(os.path.join(folder, "devices", "d"))
ports = told["ports"]
for name in KINDS:
    write_ring(name, ports[name])
children = [start(name, ports[name], STORAGE.format(name=name, kind=kind)) for name, kind in KINDS.items()]
proxy = PROXY.format(user=told["accessKeyId"].replace(":", "_"), secret=told["secretAccessKey"])
children.append(start("proxy", ports["proxy"], proxy))
sys.stdin.read()
for child in children:
    os.kill(child, signal.SIGKILL)

"""Packs the release file into a Python wheel: wheel.py TAR-GZ VERSION MACHINE FOLDER.

The wheel has no dependency. Its command unpacks nothing: pip keeps the files and their rights as they are in the archive.
"""
import base64
import hashlib
import stat
import sys
import tarfile
import zipfile

packed, version, machine, folder = sys.argv[1:]
tag = f"py3-none-manylinux_2_28_{machine}"
info = f"gpucomm-{version}.dist-info"
records = []

START = '''"""Starts gpucomm, which lies beside this file with a Java runtime of its own."""
import os
import sys


def main():
    command = os.path.join(os.path.dirname(os.path.abspath(__file__)), "home", "gpucomm")
    os.execv("/bin/sh", ["/bin/sh", command, *sys.argv[1:]])


if __name__ == "__main__":
    main()
'''
METADATA = f"""Metadata-Version: 2.1
Name: gpucomm
Version: {version}
Summary: Reads logs of GPU communication benchmarks and says what they show
Requires-Python: >=3.8
"""
WHEEL = f"Wheel-Version: 1.0\nGenerator: gpucomm\nRoot-Is-Purelib: false\nTag: {tag}\n"


def add(wheel, name, data, mode=0o644, time=(1980, 1, 1, 0, 0, 0)):
    entry = zipfile.ZipInfo(name, time)
    entry.external_attr = (stat.S_IFREG | mode) << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    wheel.writestr(entry, data)
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    records.append(f"{name},sha256={digest},{len(data)}")


with zipfile.ZipFile(f"{folder}/gpucomm-{version}-{tag}.whl", "w") as wheel, tarfile.open(packed) as files:
    add(wheel, "gpucomm/__init__.py", b"")
    add(wheel, "gpucomm/__main__.py", START.encode())
    for member in files:
        if member.isfile():
            add(wheel, "gpucomm/home/" + member.name.split("/", 1)[1], files.extractfile(member).read(), member.mode)
    add(wheel, f"{info}/METADATA", METADATA.encode())
    add(wheel, f"{info}/WHEEL", WHEEL.encode())
    add(wheel, f"{info}/entry_points.txt", b"[console_scripts]\ngpucomm = gpucomm.__main__:main\n")
    wheel.writestr(f"{info}/RECORD", "\n".join([*records, f"{info}/RECORD,,"]) + "\n")

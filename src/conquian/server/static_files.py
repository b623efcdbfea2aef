"""The files of the client: read once, compressed once, served under a name that never changes.

Their address holds a hash of them all (``/static/1f0c…/base.css``): a browser keeps them for good
and gets new ones when anything has changed. ``/static/base.css`` works too, and is asked for again
each time.
"""

from __future__ import annotations

import gzip
import mimetypes
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from starlette.requests import Request
from starlette.responses import Response

ROOT: Final = Path(__file__).parent / "static"
_TYPES: Final = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
_FOREVER: Final = "public, max-age=31536000, immutable"


class _File(NamedTuple):
    kind: str
    plain: bytes
    packed: bytes | None


class StaticFiles:
    """All files under :data:`ROOT`, in memory: some hundred, less than a megabyte."""

    def __init__(self, root: Path = ROOT) -> None:
        self._files: dict[str, _File] = {}
        whole = sha256()
        for path in sorted(root.rglob("*")):
            if not path.is_file():
                continue
            name = path.relative_to(root).as_posix()
            plain = path.read_bytes()
            whole.update(name.encode() + b"\0" + plain)
            kind = _TYPES.get(path.suffix) or mimetypes.guess_type(name)[0]
            packed = gzip.compress(plain, 9, mtime=0)
            self._files[name] = _File(
                kind or "application/octet-stream",
                plain,
                packed if len(packed) < len(plain) * 0.9 else None,
            )
        self.version = whole.hexdigest()[:16]

    @property
    def prefix(self) -> str:
        """Where the present files are."""
        return f"/static/{self.version}"

    async def serve(self, request: Request) -> Response:
        """A file, or 404."""
        path: str = request.path_params["path"]
        version, _, rest = path.partition("/")
        name = rest if version == self.version else path
        found = self._files.get(name)
        if found is None:
            return Response("404", 404, media_type="text/plain")
        headers = {
            "Cache-Control": _FOREVER if version == self.version else "no-cache",
            "ETag": f'"{self.version}"',
            "Vary": "Accept-Encoding",
        }
        if request.headers.get("if-none-match") == headers["ETag"]:
            return Response(status_code=304, headers=headers)
        if found.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(found.packed, headers=headers, media_type=found.kind)
        return Response(found.plain, headers=headers, media_type=found.kind)

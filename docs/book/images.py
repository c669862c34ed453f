"""Pictures of notebooks as files: a page that carries them in its text is three times as long.

They become WebP without loss, which needs a third of the bytes.
"""

import base64
import html
import io
import json
import re
from pathlib import Path

from PIL import Image

from .files import digest, write_bytes

__all__ = ["Images", "smaller"]

INSIDE = re.compile(r'<img\b([^>]*?)src="data:image/png;base64,([^"]+)"')
EXACT = {"lossless": True, "method": 1, "quality": 30}  # without loss; the quality is the effort


def smaller(png: bytes) -> bytes:
    """The same picture as WebP."""
    with Image.open(io.BytesIO(png)) as picture:
        picture.save(content := io.BytesIO(), "WEBP", **EXACT)
    return content.getvalue()


class Images:
    """Writes the pictures below a static folder.

    Parameters
    ----------
    static : folder whose content the book has under ``_static``
    """

    def __init__(self, static: Path):
        self.folder = static / "drawings"
        self.used: set[str] = set()

    def outside(self, notebook: str, page: str) -> str:
        """Replace the pictures in the HTML of a notebook by links to files, which are fetched when they come near.

        Parameters
        ----------
        notebook : its text
        page : its name among the sources, from which the links lead
        """
        if "data:image/png;base64," not in notebook:
            return notebook
        content, up = json.loads(notebook), "../" * page.count("/")
        for cell in content["cells"]:
            for data in (output["data"] for output in cell.get("outputs", ()) if "data" in output):
                if "text/html" in data:
                    text = "".join(data["text/html"])
                    data["text/html"] = INSIDE.sub(lambda image: self._file(image, up), text)
        return json.dumps(content, ensure_ascii=False, indent=1, sort_keys=True) + "\n"

    def _file(self, image: re.Match[str], up: str) -> str:
        png = base64.b64decode(html.unescape(image[2]))
        name = f"{digest(png)[:16]}.webp"
        self.used.add(name)
        if not (self.folder / name).exists():
            write_bytes(self.folder / name, smaller(png))
        width, height = (int.from_bytes(png[k : k + 4], "big") for k in (16, 20))  # keeps its place free meanwhile
        size = "" if "width=" in image[1] else f'width="{width}" '
        shape = f'{size}style="aspect-ratio: {width} / {height}" loading="lazy"'
        return f'<img{image[1]}{shape} src="{up}_static/drawings/{name}"'

    def sweep(self) -> None:
        """Remove the pictures that no page of this build uses."""
        for path in self.folder.glob("*"):
            if path.name not in self.used:
                path.unlink()

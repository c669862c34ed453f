"""Pictures that students hand in: decoded, turned upright, made smaller, and written again, so that nothing else stays.

A photo of a phone has 5 MB, its place and time, and stands on its side; a file that calls itself a picture can be
anything.
"""

import base64
import io
import warnings
from dataclasses import dataclass

from PIL import Image, ImageOps

__all__ = ["KINDS", "LARGEST_FILE", "Picture", "safe_picture"]

KINDS = ("PNG", "JPEG")  # what is read; no other decoder ever sees a file of a student
LARGEST_FILE = 32 * 2**20  # bytes
MOST_PIXELS = 80_000_000
LONGEST_SIDE = 1800  # pixels: enough to read handwriting


@dataclass(frozen=True)
class Picture:
    """A picture that was written by us.

    Attributes
    ----------
    kind : str
        ``image/png`` or ``image/jpeg``.
    content : bytes
        The file.
    description : str
        What it shows, for those who do not see it.
    """

    kind: str
    content: bytes
    description: str = ""

    @property
    def address(self) -> str:
        """As a ``data:`` address."""
        return f"data:{self.kind};base64,{base64.b64encode(self.content).decode()}"


def safe_picture(content: bytes, description: str = "", longest: int = LONGEST_SIDE) -> Picture | None:
    """Write a picture again.

    Parameters
    ----------
    content : bytes
        A file, of whatever kind it says it is.
    description : str
        What it shows.
    longest : int
        Pixels of the longer side; larger pictures are made smaller.

    Returns
    -------
    Picture or None
        None if it is no picture of a kind that is read, is too large, or cannot be decoded.
    """
    if len(content) > LARGEST_FILE:
        return None
    try:
        with warnings.catch_warnings():  # of Pillow, about large or odd files
            warnings.simplefilter("ignore")
            return _written(content, description, longest)
    except Exception:  # decoders raise anything for what is not a picture
        return None


def _written(content: bytes, description: str, longest: int) -> Picture | None:
    buffer = io.BytesIO()
    with Image.open(io.BytesIO(content), formats=KINDS) as picture:
        if picture.width * picture.height > MOST_PIXELS:
            return None
        is_photo = picture.format == "JPEG"
        if is_photo:
            picture.draft("RGB", (longest, longest))  # decodes large photos at a fraction of their size
        upright = ImageOps.exif_transpose(picture)
        upright.thumbnail((longest, longest))
        if is_photo:
            upright.convert("RGB").save(buffer, "JPEG", quality=82)
        else:
            upright.convert("RGBA" if "A" in upright.getbands() or "transparency" in upright.info else "RGB").save(
                buffer, "PNG"
            )
    return Picture("image/jpeg" if is_photo else "image/png", buffer.getvalue(), description)

"""Pictures that are handed in: readable, upright, small, and nothing but a picture."""

import io

import pytest
from PIL import Image

from mechanics.grading.pictures import LARGEST_FILE, LONGEST_SIDE, safe_picture


def file_of(picture: Image.Image, kind: str, **more: object) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, kind, **more)
    return buffer.getvalue()


def test_a_photo_stands_upright_is_small_and_does_not_tell_where_it_was_taken():
    photo = Image.new("RGB", (4000, 3000), "red")
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by 90 degrees
    exif[0x010F] = "a phone"
    found = safe_picture(file_of(photo, "JPEG", exif=exif))
    with Image.open(io.BytesIO(found.content)) as shown:
        assert shown.height == LONGEST_SIDE and shown.width < shown.height
        assert not shown.getexif()


def test_a_drawing_keeps_its_transparency_and_what_was_appended_is_gone():
    drawing = file_of(Image.new("RGBA", (20, 10), (0, 0, 0, 0)), "PNG") + b"<script>alert(1)</script>"
    found = safe_picture(drawing, "a sketch")
    assert found.kind == "image/png" and b"script" not in found.content and found.description == "a sketch"
    with Image.open(io.BytesIO(found.content)) as shown:
        assert shown.mode == "RGBA"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
        b"\x89PNG\r\n\x1a\n cut",
        file_of(Image.new("RGB", (10, 10)), "GIF"),
        file_of(Image.new("1", (20_000, 20_000)), "PNG"),
        b"\xff\xd8" + b"0" * (LARGEST_FILE + 1),
    ],
    ids=["nothing", "svg", "cut", "another kind", "a bomb", "too large"],
)
def test_what_is_no_picture_is_none(content):
    assert safe_picture(content) is None

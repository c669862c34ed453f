"""Sketches: drawn without warnings, with every label inside the picture, and with alternative text."""

import warnings

import numpy as np
import pytest

from mechanics import systems
from mechanics.drawing.playable import playable_of
from mechanics.drawing.sketch import sketch
from mechanics.model import ModelError

ALL = systems.names()


@pytest.fixture(scope="module")
def sketches():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return {id: sketch(id) for id in ALL}


@pytest.mark.parametrize("id", ALL)
def test_picture_is_not_empty_and_has_alternative_text(sketches, id):
    data, metadata = sketches[id]._repr_mimebundle_()
    assert data["image/png"].startswith(b"\x89PNG")
    assert metadata["image/png"]["alt"] == playable_of(id).system.scene().description
    sketches[id].figure.canvas.draw()
    pixels = np.asarray(sketches[id].figure.canvas.buffer_rgba())[..., :3]
    assert 0.005 < (pixels.min(axis=2) < 200).mean() < 0.5, "an empty or a black picture"


@pytest.mark.parametrize("id", ALL)
def test_labels_lie_inside_and_apart(sketches, id):
    figure = sketches[id].figure
    figure.canvas.draw()
    boxes = {text.get_text(): text.get_window_extent() for text in figure.axes[0].texts}
    width, height = figure.canvas.get_width_height()
    for label, box in boxes.items():
        assert box.x0 >= 0 and box.y0 >= 0 and box.x1 <= width and box.y1 <= height, f"{label} is cut off"
    labels = list(boxes)
    for i, first in enumerate(labels):
        for second in labels[i + 1 :]:
            assert not boxes[first].overlaps(boxes[second]), f"{first} covers {second}"


def test_labels_keep_off_a_dark_body(sketches):
    """The angles of the trebuchet are marked where its counterweight is."""
    axes = sketches["trebuchet"].figure.axes[0]
    dark = [patch for patch in axes.patches if len(patch.get_path().vertices) == 5 and patch.get_facecolor()[0] < 0.3]
    box = max((patch.get_window_extent() for patch in dark), key=lambda box: box.width)
    for text in axes.texts:
        assert not box.overlaps(text.get_window_extent()), f"{text.get_text()} lies on the counterweight"


def test_labels_of_the_cart(sketches):
    texts = {text.get_text() for text in sketches["cart_pendulum"].figure.axes[0].texts}
    assert {"$s$", r"$\varphi$", "$f^e$", "$c_{W}$", "$d_{R}$", "$l_{S}$", "$m_{W}$"} <= texts


def test_parameters_change_the_proportions():
    short, long = sketch("cart_pendulum", l_S=0.3), sketch("cart_pendulum", l_S=0.9)
    assert short.figure.axes[0].get_ylim()[0] > long.figure.axes[0].get_ylim()[0]


def test_unknown_names_are_errors():
    with pytest.raises(ModelError, match="cart_pendulum"):
        sketch("cart_pendulm")
    with pytest.raises(ModelError, match="l_S"):
        sketch("cart_pendulum", l_s=1.0)

"""The players of chapters on systems of bodies, loops, roads, controllers and solved problems work without Python."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHAPTERS = "03b- 03d- 03f- 05b- 06- 06b- 07- 08- A04- A07- A10-".split()


@pytest.mark.slow
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_slider_of_a_chapter_lives_without_python(chapter):
    line = [sys.executable, "-m", "tests.drawing.live_players", f"course/{chapter}"]
    table = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=600, check=True).stdout
    players = [row for row in table.splitlines() if row.startswith(("live", "DEAD"))]
    assert len(players) >= 3, f"the players of chapter {chapter} were not found:\n{table}"
    dead = [row for row in players if row.startswith("DEAD")]
    assert not dead, "these sliders do nothing in a page without Python:\n" + "\n".join(dead)

"""Chapter 3e, dissipative forces: what the reader predicts."""

from .questions import Draw, Question

QUESTIONS: dict[str, Question] = {
    "fall": Draw(
        "A body with a mass of 100 kg is dropped from 39 km, where there is hardly any air. Draw its velocity, "
        "positive upwards, during the first 230 s.",
        curve="v",
        low=-420.0,
        high=60.0,
        reason="At first nothing slows it down, and the velocity changes linearly with the slope −g. Drag grows with "
        "the square of the speed and with the density, which doubles every 6 km of descent: at −363 m/s, drag equals "
        "the weight. From there on drag exceeds the weight because the density keeps growing, and the body slows "
        "down all the way: its speed is always close to the one at which drag and weight balance, which decreases to "
        "81 m/s at the ground.",
    ),
}

"""Chapter 3e, dissipative forces: what the reader predicts."""

from .questions import Draw, Question

QUESTIONS: dict[str, Question] = {
    "fall": Draw(
        "A body of 100 kg is dropped from 39 km, where there is hardly any air. Draw its velocity, which counts "
        "positive upwards, during the first 230 s.",
        curve="v",
        low=-420.0,
        high=60.0,
        reason="At first nothing brakes it, and the velocity falls on a straight line with −g. Drag grows with the "
        "square of the speed and with the density, which doubles every 6 km: at −363 m/s drag equals the "
        "weight. From there on the air becomes denser faster than the body falls, so it slows down all the "
        "way: it is always near the speed at which drag and weight balance, and that speed falls to 81 m/s at "
        "the ground.",
    ),
}

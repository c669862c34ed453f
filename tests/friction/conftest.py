"""Property tests: no time limit for one example, because the machine may be busy; the same examples every time."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "course", deadline=None, derandomize=True, max_examples=40, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("course")

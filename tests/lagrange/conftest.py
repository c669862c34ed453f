"""Every system of the lecture with mechanics, once for all tests."""

import numpy as np
import pytest

from mechanics import systems
from mechanics.lagrange import LagrangianSystem
from tests.kinds import names_of

# the rate gyro is a model of ours whose drive depends on time; tests/systems compares it with Newton's law
OWN = {"rate_gyro_overview"}
MECHANICAL = [id for id in names_of(LagrangianSystem) if id not in OWN]


@pytest.fixture(params=MECHANICAL)
def system(request: pytest.FixtureRequest) -> LagrangianSystem:
    return systems.load(request.param)


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(5)

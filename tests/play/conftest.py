"""The fixture that runs a test on both engines."""

import pytest

from tests.play.helpers import ENGINES, Engine


@pytest.fixture(params=ENGINES, ids=lambda engine: str(engine.name), scope="session")
def engine(request: pytest.FixtureRequest) -> Engine:
    """The reference, then the engine behind `sbg.Game`."""
    chosen: Engine = request.param
    return chosen

"""The built-in policies one decision at a time, for a game that is not a simulation."""

from __future__ import annotations

from razz._razz import Action, View, choose_action
from razz._rng import RNGLike

__all__ = ["choose"]


def choose(view: View, policy: str, rng: RNGLike = None) -> Action:
    """What a built-in policy does in the viewer's place.

    Parameters
    ----------
    view : View
        The view of the seat to act; the policy knows nothing else.
    policy : str
        A name as `Simulation` takes it, such as ``"check_call"`` or ``"random"``.
    rng : None, int, SeedSequence, BitGenerator or Generator
        Where the policy's random choices come from (SPEC 7).

    Returns
    -------
    Action
        One of ``view.legal_actions``.

    Raises
    ------
    ValueError
        A policy that is not known.
    IllegalActionError
        It is not the viewer's turn.

    Examples
    --------
    >>> import razz
    >>> from razz.policies import choose
    >>> view = razz.State.start(razz.Rules(), [100, 100]).deal("2c 3c 4c 5c 6c Kc").view(1)
    >>> choose(view, "check_call")
    Action('BRING_IN', 2)
    """
    return choose_action(view, policy, rng)

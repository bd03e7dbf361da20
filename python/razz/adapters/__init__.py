"""razz as a game of other libraries. Each adapter is an extra, and a module of its own that is imported by its name.

========================  ==========  =============================================================
module                    extra       what it is
========================  ==========  =============================================================
razz.adapters.openspiel   openspiel   a game of OpenSpiel, ``python_razz``
razz.adapters.pettingzoo  pettingzoo  an environment of PettingZoo in which agents act in turn (AEC)
razz.adapters.gymnasium   gymnasium   one seat against policies, and many games at once
========================  ==========  =============================================================

All use the action codes and the observation of `razz.rl`.
"""

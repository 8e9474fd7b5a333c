"""Damage to what JSON holds, for the tests of files."""

#: What may stand in the place of any number or text.
ODD = [None, True, -1, 0, 0.5, 2**70, 1e308, "1e9999999", "1/0", "nan", "-1", "", "\n", [], {}]
ODD += [[[]], {"fold": ["1"]}, "9" * 5000]


def leaves(written, path=()):
    """The places in what JSON holds."""
    pairs = written.items() if isinstance(written, dict) else enumerate(written)
    for key, value in list(pairs):
        yield (*path, key)
        if isinstance(value, dict | list):
            yield from leaves(value, (*path, key))


def altered(rng, written):
    """The same with something odd in one place."""
    *path, last = rng.choice([*leaves(written)])
    inner = written
    for key in path:
        inner = inner[key]
    if rng.random() < 0.2:
        del inner[last]
    else:
        inner[last] = rng.choice(ODD)
    return written

"""Draw the README's picture from the package, so that it never says anything else."""

from pathlib import Path

from pokerlab import charts, equities

PICTURE = Path(__file__).parent.parent / "book" / "_static" / "equities.svg"


def picture() -> charts.RangeChart:
    """Chart the equity of every hand against a random one."""
    win, tie, lose = equities.hand_vs_random()
    return charts.range_chart(
        100 * (win + tie / 2) / (win + tie + lose),
        title="Equity against a random hand",
        scale=charts.Scale("%", ".0f", ".3f", center=50),
    )


if __name__ == "__main__":
    picture().save(PICTURE)

"""The browsers that read the book and print it: where they are, and how to get one.

    python -m tools.browsers chromium
    python -m tools.browsers firefox

Nothing happens if the browser is there. Otherwise it is installed, and a line says so: as Debian's
package where root, or sudo without a password, may do that; or else, for Chromium, by Playwright
into a folder of its own. If all that fails, one line says why, and the status is 1.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence

CHROMIUM = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"]
"""Names of programs, each of which will do."""
FIREFOX = ["firefox", "firefox-esr"]
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync", "--no-first-run"]
FLAGS += ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
"""Of Chromium. The last one keeps whatever a page asks for on this machine."""


def find_browser() -> str | None:
    """Find Chromium or Chrome: on the path, or where Playwright keeps its own.

    Returns
    -------
    str or None
        The program, to be launched by Playwright with `FLAGS`; None where there is none.
    """
    from playwright.sync_api import sync_playwright

    if program := _on_path(CHROMIUM):
        return program
    with sync_playwright() as playwright:
        program = playwright.chromium.executable_path
    return program if os.access(program, os.X_OK) else None


def find_firefox() -> str | None:
    """Find Firefox on the path; None where there is none."""
    return _on_path(FIREFOX)


def _on_path(programs: Sequence[str]) -> str | None:
    return next(filter(None, map(shutil.which, programs)), None)


def install_by_apt(package: str) -> str:
    """Install a package of Debian's, if nobody has to be asked; return what went wrong, or ""."""
    if not shutil.which("apt-get"):
        return "there is no apt-get"
    as_root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if as_root and not (shutil.which("sudo") and not _complaint([*as_root, "true"])):
        return "apt-get asks for root, or sudo without a password"
    print(f"Installing Debian's package {package} ...", flush=True)
    quietly = [*as_root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"]
    _complaint([*quietly, "update"])  # old lists may do
    install = ["-o", "DPkg::Lock::Timeout=120", "install", "--yes", "--no-install-recommends"]
    if complaint := _complaint([*quietly, *install, package]):
        return f"apt-get: {complaint}"
    return ""


def install_by_playwright() -> str:
    """Have Playwright download its Chromium; return what went wrong, or ""."""
    print("Downloading Playwright's Chromium ...", flush=True)
    complaint = _complaint([sys.executable, "-m", "playwright", "install", "chromium"])
    return complaint and f"Playwright: {complaint}"


def _complaint(command: Sequence[str]) -> str:
    """Run a program; if it fails, return the line in which it says why."""
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode == 0:
        return ""
    lines = f"{done.stderr}\n{done.stdout}".split("\n")
    told = [line.strip() for line in lines if line.startswith(("E: ", "Error: "))] or lines
    return told[0].removeprefix("Error: ").removeprefix("E: ") or f"status {done.returncode}"


def _failure_to_start(program: str) -> str:
    """Start Chromium as the tests do; if it doesn't start, return why."""
    from playwright.sync_api import Error, sync_playwright

    with sync_playwright() as playwright:
        try:
            playwright.chromium.launch(executable_path=program, args=FLAGS).close()
        except Error as error:
            told = [line for line in error.message.split("\n") if "[err]" in line]
            return f"{program} does not start: {(told or [error.message])[0].strip()}"
    return ""


def installed(find: Callable[[], str | None], ways: Sequence[Callable[[], str]]) -> str:
    """Try one way to install a browser after the other while there is none to be found.

    Returns what went wrong, or "" if there is one.
    """
    wrong = []
    for install in ways:
        if find():
            return ""
        wrong.append(install() or "what was installed is not on the path")
    return "" if find() else f"there is none, and none can be had: {'; '.join(wrong)}"


def get_chromium() -> str:
    """See to it that `find_browser` finds one that starts; return what went wrong, or ""."""
    wrong = installed(find_browser, [lambda: install_by_apt("chromium"), install_by_playwright])
    program = find_browser()
    return _failure_to_start(program) if program else wrong


def get_firefox() -> str:
    """See to it that `find_firefox` finds one; return what went wrong, or ""."""
    return installed(find_firefox, [lambda: install_by_apt("firefox-esr")])


GET = {"chromium": ("Chromium or Chrome", get_chromium), "firefox": ("Firefox", get_firefox)}


def main() -> int:
    """Get the browser that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("browser", choices=GET)
    name, get = GET[parser.parse_args().browser]
    if wrong := get():
        print(f"{name}: {wrong}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

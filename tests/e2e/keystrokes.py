"""A key in; the milliseconds until what the server says about the changed text is on the screen out."""

from __future__ import annotations

from playwright.sync_api import Page

# From the moment of the key, as the browser notes it, until the frame in which the list of problems and the editor both
# show what was found in the text of that moment. The list is current when its mark is there again.
_WATCH = """
() => {
  const bar = document.querySelector("[data-testid=problems]");
  window.keystroke = new Promise((tell) => {
    addEventListener("keydown", (event) => {
      let stale = false;
      const watch = new MutationObserver(() => {
        if (!("current" in bar.dataset)) stale = true;
        else if (stale) {
          watch.disconnect();
          requestAnimationFrame(() => tell(performance.now() - event.timeStamp));
        }
      });
      watch.observe(bar, { attributes: true, subtree: true, childList: true, characterData: true });
    }, { capture: true, once: true });
  });
}
"""


def keystroke(page: Page, key: str) -> float:
    """Press a key that changes the text in the editor, which has the focus."""
    page.evaluate(_WATCH)
    page.keyboard.press(key)
    return float(page.evaluate("window.keystroke"))

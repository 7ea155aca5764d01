// Colours of the players that the author of a game chose; set by script, since the page allows no styles in its text.
import type { GameInfo } from "../lib/types";

export function painted(colours: GameInfo["colours"]): (element: SVGElement | HTMLElement) => () => void {
  const all = Object.entries(colours).flatMap(([side, shades]) => Object.entries(shades).map(([part, colour]) => [`--${side}${part}`, colour] as const));
  return (element) => {
    for (const [name, colour] of all) element.style.setProperty(name, colour);
    return () => all.forEach(([name]) => element.style.removeProperty(name));
  };
}

// Small things that only a browser can do: files, the clipboard, the real WebSocket, what is kept between visits.
import type { Outside, Status, Wire } from "./link";

export function download(name: string, text: string, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Only over https or on the machine itself has a page a clipboard; elsewhere an old way is left. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    area.className = "off-screen";
    (document.querySelector("dialog[open]") ?? document.body).append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

/** A file in; its text out, or an error in words. The server looks at everything else. */
export async function readText(file: File, most = 4_000_000): Promise<string> {
  if (file.size > most) throw new Error(`${file.name} is too large: a game has at most ${most} bytes.`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error(`${file.name} is not a text in UTF-8.`);
  }
}

export function outside(status: (status: Status, reason: string | null) => void): Outside {
  return {
    connect: () => {
      const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
      return new WebSocket(address) as unknown as Wire;
    },
    later: (work, milliseconds) => {
      const timer = setTimeout(work, milliseconds);
      return () => clearTimeout(timer);
    },
    status,
    random: Math.random,
  };
}

/** Storage can be switched off or full: then nothing breaks. Says whether it was kept. */
export function keep(storage: "localStorage" | "sessionStorage", key: string, value: string | null): boolean {
  try {
    if (value === null) window[storage].removeItem(key);
    else window[storage].setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

export function kept(storage: "localStorage" | "sessionStorage", key: string): string | null {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
}

/** All keys in the lasting storage that begin so. */
export function keys(prefix: string): string[] {
  try {
    return Object.keys(window.localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

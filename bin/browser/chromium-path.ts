import { existsSync } from 'node:fs';

/** The shell has no user interface and takes half the CPU. */
const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** Returns the path of Chromium: `CHROMIUM_PATH`, or where Debian installs it. Throws when it is not installed. */
export function chromiumPath(): string {
  const path = process.env.CHROMIUM_PATH ?? places.find((place) => existsSync(place));
  if (path !== undefined && existsSync(path)) return path;
  throw new Error(
    `No Chromium at ${path ?? places.join(' or ')}: install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH.`,
  );
}

/** A headless Chromium per test. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const installed = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** Starts Chromium with a new profile and without background traffic. Throws when it is not installed. */
export async function startChromium(): Promise<Browser> {
  if (!existsSync(installed)) {
    throw new Error(
      `No Chromium at ${installed}: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.`,
    );
  }
  return chromium.launch({
    executablePath: installed,
    headless: true,
    // Playwright creates a user data folder for every launch, and removes it.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

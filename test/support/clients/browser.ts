/** A headless Chromium for tests. */
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { chromiumPath } from '../../../bin/browser/chromium-path.ts';
import { callOverHttp } from './in-process.ts';

/** Starts Chromium with a new profile and without background traffic. Throws when it is not installed. */
export async function startChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(),
    headless: true,
    // Playwright creates a user data folder for every launch, and removes it.
    args: [
      ...['--no-sandbox', '--no-first-run', '--disable-gpu', '--disable-quic', '--disable-sync'],
      ...['--disable-background-networking', '--disable-component-update'],
    ],
  });
}

/** Starts Chromium for the tests of a file, and closes it after them. The requests of the tests use HTTP like the browser's. */
export function useChromium(): () => Browser {
  callOverHttp();
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser?.close());
  return () => {
    if (browser === undefined) throw new Error('Chromium starts before the first test of the file.');
    return browser;
  };
}

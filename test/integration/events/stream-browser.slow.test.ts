/** The event stream in a real browser: a page with `EventSource` and the session cookie. */
import { expect, inject, it } from 'vitest';
import { aTenant } from '../../support/builders/tenants.ts';
import { aSession, aUser } from '../../support/builders/users.ts';
import { useChromium } from '../../support/clients/browser.ts';
import { happen, streamPath } from '../../support/clients/event-stream.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const browser = useChromium();

interface Heard {
  heard: string[];
  lost: number;
}

it('a page receives events, reconnects automatically, and misses no event', async () => {
  const home = await aTenant();
  const { token } = await aSession(await aUser(home));
  const url = inject('baseUrl');
  const context = await browser().newContext();
  await context.addCookies([{ name: 'auth_token', value: token, url, httpOnly: true, sameSite: 'Lax' }]);
  const page = await context.newPage();
  await page.goto(`${url}/api/health`);
  await page.evaluate((path) => {
    const state: Heard = { heard: [], lost: 0 };
    const source = new EventSource(path);
    source.onmessage = ({ data }) => state.heard.push(JSON.parse(data).eventId);
    source.onerror = () => {
      state.lost += 1;
    };
    const opened = new Promise((resolve) => {
      source.onopen = resolve;
    });
    Object.assign(globalThis, { state });
    return opened;
  }, streamPath);
  type Page = { state: Heard };
  const hears = (eventId: string) =>
    page.waitForFunction((id) => (globalThis as unknown as Page).state.heard.includes(id), eventId);

  const first = await happen(home);
  await hears(first);
  // The server ends every connection after some time; the browser waits a second before it reconnects.
  await page.waitForFunction(() => (globalThis as unknown as Page).state.lost > 0);
  const between = await happen(home);
  await hears(between);
  const last = await happen(home);
  await hears(last);
  const { heard } = await page.evaluate(() => (globalThis as unknown as Page).state);
  expect(heard).toEqual([first, between, last]);
  await context.close();
});

/** The console in a real browser, as one caller sees it. */
import axe from 'axe-core';
import type { Browser, Locator, Page } from 'playwright-core';
import { expect, inject, it, onTestFinished } from 'vitest';
import type { UserRow } from '../../../shared/kernel/auth/identity-types.ts';
import { aSession, aUser, password } from '../builders/users.ts';
import { useChromium } from './browser.ts';
import { eventually } from './eventually.ts';
import { type Device, type Hands, handsOn } from './hands.ts';

export interface Way {
  /** Of the window, in pixels. */
  width: number;
  by: Device;
}

const ways: readonly Way[] = [
  { width: 1_440, by: 'mouse' },
  { width: 390, by: 'keyboard' },
];

/** Tests a journey of an operator in a wide window by mouse, and on a phone's width by keyboard alone. */
export const journey = (name: string, walk: (way: Way) => Promise<void>): void =>
  it.each(ways)(`${name}, at $width px by $by`, walk);

export interface ConsoleVisit extends Hands {
  page: Page;
  /** Errors in the browser's console, including policy violations, and requests to other hosts. */
  complaints: string[];
  /** Opens a page of the console; `path` begins with a slash. */
  open(path: string): Promise<void>;
  /** Follows a link of the main navigation, which is behind a button in a narrow window. */
  go(title: string): Promise<void>;
  /** What is wrong now: complaints but for expected ones, violations of WCAG, and a page that is wider than its window. */
  problems(): Promise<string[]>;
  /** Paths that the page itself requested since it was opened, without those of the frame around every page. */
  calls(): string[];
}

export interface VisitOptions {
  /** The signed-in user; without one, a new user of `home`; signed out without both. */
  user?: UserRow;
  home?: { tenantId: string; organizationId: string };
  /** Of the new user, in all organizations; by default all of its own organization. */
  features?: readonly string[];
  superAdmin?: boolean;
  /** The page to open first. */
  at?: string;
  /** Another address of the platform. */
  baseUrl?: string;
  /** By default with the mouse, in a window of 1280 pixels. */
  way?: Way | undefined;
  /** Complaints that the test causes. Each other one fails it. */
  expected?: RegExp | undefined;
}

const ofFrame =
  /^\/api\/(?:auth\/|events\/stream|directory\/organization-switcher|notifications\/unread-count)/;

/**
 * Starts a browser for the tests of a file. Returns the function that opens the console with a profile of its own, until
 * the test ends.
 */
export function useConsole(): (options?: VisitOptions) => Promise<ConsoleVisit> {
  const browser = useChromium();
  return async (options = {}) => {
    const { close, ...visit } = await openConsole(browser(), options);
    onTestFinished(async () => {
      await close();
      expect(visit.complaints.filter((text) => !options.expected?.test(text))).toEqual([]);
    });
    return visit;
  };
}

async function userOf({ user, home, features, superAdmin = false }: VisitOptions) {
  if (user !== undefined || home === undefined) return user;
  if (features === undefined && !superAdmin) return aUser(home);
  return aUser(home, {
    acl: { features: [...(features ?? ['*'])], isSuperAdmin: superAdmin, organizations: null },
  });
}

/** Opens the console until it is closed. */
export async function openConsole(
  browser: Browser,
  { baseUrl = inject('baseUrl'), way = { width: 1280, by: 'mouse' }, at, expected, ...caller }: VisitOptions,
): Promise<ConsoleVisit & { close: () => Promise<void> }> {
  const user = await userOf(caller);
  const context = await browser.newContext({ viewport: { width: way.width, height: 900 } });
  context.setDefaultTimeout(300_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  if (user !== undefined) {
    const { token } = await aSession(user);
    const cookie = { httpOnly: true, sameSite: 'Lax', url: baseUrl } as const;
    await context.addCookies([{ ...cookie, name: 'auth_token', value: token }]);
    await context.addInitScript(() => localStorage.setItem('console.signed-in', 'yes'));
  }
  const page = await context.newPage();
  const complaints: string[] = [];
  let calls: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin !== baseUrl) complaints.push(`requested ${request.url()}`);
    else if (pathname.startsWith('/api/') && !ofFrame.test(pathname)) calls.push(pathname);
  });
  const hands = handsOn(page, way.by);
  const visit = {
    ...hands,
    page,
    complaints,
    async go(title: string) {
      if (way.width < 860) await hands.press(page.getByRole('button', { name: 'Menu' }));
      const navigation = page.getByRole('navigation', { name: 'Main navigation' });
      await hands.press(navigation.getByRole('link', { name: title, exact: true }));
    },
    async problems() {
      return [
        ...complaints.filter((text) => !expected?.test(text)),
        ...(await accessibilityProblems(page)),
        ...(await cutElements(page, true)),
      ];
    },
    async open(path: string) {
      calls = [];
      await page.goto(`${baseUrl}/console${path}`);
      await page.locator('h1').waitFor();
    },
    calls: () => calls,
    close: () => context.close(),
  };
  if (at !== undefined) await visit.open(at);
  return visit;
}

/** Signs in on the shown page. */
export async function signIn(
  page: Page | Locator,
  { email }: { email: string },
  secret = password,
): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(secret);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

export async function signInWithKey(page: Page, key: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with an API key' }).click();
  await page.getByRole('textbox', { name: 'API key' }).fill(key);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

export async function signOut(page: Page): Promise<void> {
  await page.locator('summary', { hasText: 'Account' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
}

/**
 * What the width of the window cuts: elements that end beyond it, unless they are in an area that scrolls, and such areas
 * themselves if nothing may scroll.
 */
export const cutElements = (page: Page, mayScroll: boolean): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const width = document.documentElement.clientWidth;
    const areas = [...document.querySelectorAll('.table-frame')];
    const scrolling = areas.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1);
    const beyond = [...document.querySelectorAll('main *, header *')].filter((element) => {
      const { right, width: own } = element.getBoundingClientRect();
      const isHidden = element.closest('.unseen, dialog, details:not([open]) > :not(summary)') !== null;
      return own > 1 && right > width + 1 && !isHidden && element.closest('.table-frame') === null;
    });
    const cut = [...(${mayScroll} ? [] : scrolling), ...beyond];
    return cut.slice(0, 5).map(({ outerHTML }) => outerHTML.slice(0, 160) + ' at ' + width);
  })()`);

type Rules = { type: 'tag' | 'rule'; values: string[] };

const wcag: Rules = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
const contrast: Rules = { type: 'rule', values: ['color-contrast'] };

/** Violations of WCAG 2.2 AA on the current page: the rule and its first element. */
export const accessibilityProblems = (page: Page): Promise<string[]> => problems(page, wcag);

/** Texts with too little contrast, which is all that a color scheme changes. */
export const contrastProblems = (page: Page): Promise<string[]> => problems(page, contrast);

async function problems(page: Page, runOnly: Rules): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in globalThis);
  if (!isLoaded) await page.evaluate(axe.source);
  // The top bar stays in view, and axe takes what is half below it for too small.
  await page.evaluate('scrollTo(0, 0)');
  return page.evaluate(async (rules) => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run({ runOnly: rules });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} (${nodes[0]?.failureSummary})`);
  }, runOnly);
}

/**
 * Scrolls a region that loads its content when it becomes visible into view until it shows this content: meanwhile the
 * page above it may grow and push it out of view.
 */
export const scrollTo = (region: Locator, content: Locator): Promise<boolean> =>
  eventually(`${content}`, async () => {
    await region.scrollIntoViewIfNeeded();
    return (await content.isVisible()) || undefined;
  });

/** Neither violations of WCAG, nor content that is wider than a phone. */
export async function expectGoodLayout(page: Page): Promise<void> {
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  // Tables that are wider than the page now can be focused a moment later.
  await expect.poll(() => accessibilityProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
}

/** How a session was started, as the API returns it. Pure. */
import type { SignIn } from '../../../kernel/auth/sign-in.ts';
import { toIso } from '../../../kernel/base/times.ts';

/** The first match names the browser: the headers of most browsers contain the names of others. */
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^(?:node|undici)\b/, 'Node.js'],
  [/^python-|^Python\//i, 'Python'],
] as const;

const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

const nameIn = (names: readonly (readonly [RegExp, string])[], userAgent: string): string | undefined =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];

/** Browser and system of a `User-Agent` header, such as `Firefox on Linux`; null if it names neither. */
export function deviceOf(userAgent: string | undefined): string | null {
  if (userAgent === undefined) return null;
  const names = [nameIn(browsers, userAgent), nameIn(systems, userAgent)].filter(
    (name) => name !== undefined,
  );
  return names.length === 0 ? null : names.join(' on ');
}

/** Sessions of earlier versions store no sign-in: their users logged in with a password. */
export function shownSignIn({
  method = 'password',
  factors = [method],
  factorAtMs,
  userAgent,
}: Partial<SignIn> & { userAgent?: string | undefined }) {
  return {
    method,
    factors: [...factors],
    factorAt: factorAtMs === undefined ? null : toIso(factorAtMs),
    device: deviceOf(userAgent),
  };
}

// Base URL for resolving paths. No real host has a name under `.invalid`.
const baseUrl = 'http://here.invalid';

/**
 * Returns whether browsers resolve the text to a path on the reader's own host. False for `//evil.example`,
 * `/\evil.example`, a full URL or `javascript:…`.
 */
export function isSameOriginPath(href: string): boolean {
  // Browsers remove tabs and line breaks, so that they read `/<tab>/evil.example` as `//evil.example`.
  if (!/^\/(?![/\\])\P{Cc}*$/u.test(href)) return false;
  const url = URL.parse(href, baseUrl);
  // `/.//evil.example` resolves to the path `//evil.example`, which leads to another host when it is resolved again.
  return url?.origin === baseUrl && !url.pathname.startsWith('//');
}

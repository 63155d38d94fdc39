// A host for resolving paths that no real address has.
const here = 'http://here.invalid';

/**
 * Is the text a path on the reader's own host, as browsers resolve it? Not `//evil.example`, `/\evil.example`,
 * a full address or `javascript:…`.
 */
export function isSameOriginPath(href: string): boolean {
  // Browsers drop tabs and line breaks wherever they are, so that `/<tab>/evil.example` is `//evil.example` to them.
  if (!/^\/(?![/\\])\P{Cc}*$/u.test(href)) return false;
  const url = URL.parse(href, here);
  // `/.//evil.example` stays on this host, but what is left of it after resolving would not.
  return url?.origin === here && !url.pathname.startsWith('//');
}

/** Where people go after logging in, when the form names no place. */
const defaultRedirect = '/';

// A host for resolving paths that no real address has.
const here = 'http://here.invalid';

/**
 * The path, query and fragment of a place on this host; `defaultRedirect` for anything that a browser might take for
 * another host (`//evil.example`, `/\evil.example`, a full address) or that is no path at all.
 */
export function safeRedirect(wanted: string | undefined): string {
  if (!wanted?.startsWith('/')) return defaultRedirect;
  const url = URL.parse(wanted, here);
  if (url?.origin !== here) return defaultRedirect;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // `/.//evil.example` stays on this host, but what is left of it after resolving would not.
  return path.startsWith('//') ? defaultRedirect : path;
}

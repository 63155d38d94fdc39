/** The default destination after log-in. */
const defaultRedirect = '/';

// A host that cannot exist, used only to resolve paths.
const placeholderOrigin = 'http://here.invalid';

/**
 * Path, query and fragment on this host; `defaultRedirect` for any URL that a browser might resolve to
 * another host (`//evil.example`, `/\evil.example`, a full address) and for any other text that is not a
 * path.
 */
export function safeRedirect(requested: string | undefined): string {
  if (!requested?.startsWith('/')) return defaultRedirect;
  const url = URL.parse(requested, placeholderOrigin);
  if (url?.origin !== placeholderOrigin) return defaultRedirect;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // `/.//evil.example` is on this host, but resolves to a path that browsers take for another host.
  return path.startsWith('//') ? defaultRedirect : path;
}

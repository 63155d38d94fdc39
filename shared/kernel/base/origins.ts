/**
 * The web origins that may call the API from a browser (`CORS_ALLOWED_ORIGINS`, separated by commas). Throws on
 * anything but plain origins: with credentials there is no `*`, and a path would never match.
 */
export function parseOrigins(text: string): string[] {
  const origins = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const wrong = origins.find((origin) => origin.includes('*') || URL.parse(origin)?.origin !== origin);
  if (wrong !== undefined) {
    throw new Error(`CORS_ALLOWED_ORIGINS lists origins such as https://app.example.com, got "${wrong}"`);
  }
  return [...new Set(origins)];
}

/**
 * The names of request headers in `CORS_ALLOWED_HEADERS`, in lower case. Throws on anything but header names: with
 * credentials, `*` has no special meaning.
 */
export function parseHeaderNames(text: string): string[] {
  const names = text
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== '');
  const wrong = names.find((name) => name === '*' || !/^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name));
  if (wrong !== undefined)
    throw new Error(`CORS_ALLOWED_HEADERS lists names such as traceparent, got "${wrong}"`);
  return [...new Set(names)];
}

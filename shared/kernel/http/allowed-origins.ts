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

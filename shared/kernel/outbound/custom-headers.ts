/** Headers that a tenant adds to its deliveries, and those that are reserved. */
import { headerLimits } from './limits.ts';

const reservedNames = new Set([
  // Headers about the sender and the body.
  'content-encoding',
  'content-language',
  'content-length',
  'content-location',
  'content-type',
  'host',
  'user-agent',
  // Headers for the connection, proxies and caches on the way.
  'age',
  'cache-control',
  'clear-site-data',
  'connection',
  'expect',
  'expires',
  'http2-settings',
  'keep-alive',
  'pragma',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'trailers',
  'transfer-encoding',
  'upgrade',
  'warning',
]);

/** Headers of our signature, and those with which clouds and other senders sign. */
const reservedPrefixes = [
  'webhook-',
  'svix-',
  'x-amz-',
  'x-amzn-',
  'x-azure-',
  'x-fd-',
  'x-gfe',
  'x-goog-',
  'x-google',
  'x-platform-',
  'x-svix-',
];

/** RFC 9110, 5.6.2 */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
export const isHeaderName = (text: string): boolean => token.test(text);
/** Printable ASCII: receivers interpret other characters differently, or refuse them. */
const printable = /^[\x20-\x7e]*$/;

function isReserved(name: string): boolean {
  const lowerCase = name.trim().toLowerCase();
  return reservedNames.has(lowerCase) || reservedPrefixes.some((prefix) => lowerCase.startsWith(prefix));
}

function problemOf(name: string, value: string): string | undefined {
  if (isReserved(name)) return 'is reserved for the sender';
  if (name.length > headerLimits.name) {
    return `must have a name of at most ${headerLimits.name} characters`;
  }
  if (!isHeaderName(name)) return 'is not a valid header name';
  if (value.length > headerLimits.value) {
    return `must have at most ${headerLimits.value} characters`;
  }
  return printable.test(value) ? undefined : 'must consist of printable ASCII characters';
}

/** The first problem of the headers, and its field; undefined when they are valid. */
export function customHeaderProblem(
  headers: Readonly<Record<string, string>>,
  fieldName = 'customHeaders',
): { field: string; message: string } | undefined {
  const names = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    const field = `${fieldName}.${name}`;
    const message = problemOf(name, value);
    if (message !== undefined) return { field, message };
    if (names.has(name.toLowerCase())) return { field, message: 'occurs twice, in different case' };
    names.add(name.toLowerCase());
  }
  if (names.size <= headerLimits.count) return undefined;
  return { field: fieldName, message: `must have at most ${headerLimits.count} entries` };
}

/** The headers without reserved ones: those may have been stored before they were reserved. */
export function sendableHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => problemOf(name, value) === undefined),
  );
}

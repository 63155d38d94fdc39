/** Reads lists of recipients as people write them. Pure. */
import emailAddresses from 'email-addresses';
import { normalizeAddress } from './email-address.ts';

export interface AddressList {
  /** Normalized and distinct, in the order of the text. */
  addresses: string[];
  /** Entries that are no address, as they are written. */
  invalid: string[];
}

/** Characters that end a quoted text, a comment or an address in angle brackets. */
const closing: Readonly<Record<string, string>> = { '"': '"', '(': ')', '<': '>' };

/** The entries of a list. Mail programs accept semicolons as well; separators in quotes and brackets separate nothing. */
function listEntries(text: string): string[] {
  const entries: string[] = [];
  let start = 0;
  let end: string | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\' && end !== undefined) at += 1;
    else if (end !== undefined) end = character === end ? undefined : end;
    else if (Object.hasOwn(closing, character)) end = closing[character];
    else if (character === ',' || character === ';') {
      entries.push(text.slice(start, at));
      start = at + 1;
    }
  }
  entries.push(text.slice(start));
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}

/** `mailto:ada@example.com?subject=Hello` → `ada@example.com` (RFC 6068). */
function withoutScheme(entry: string): string {
  const [, target] = /^mailto:([^?]*)/i.exec(entry) ?? [];
  if (target === undefined) return entry;
  try {
    return decodeURIComponent(target);
  } catch {
    return entry;
  }
}

/** The parser's time grows faster than the text. */
const maxParsed = 500;

const options = { rfc6532: true, atInDisplayName: true } as const;

type Parsed = ReturnType<typeof emailAddresses.parseOneAddress>;
const mailboxesOf = (parsed: NonNullable<Parsed>) => (parsed.type === 'group' ? parsed.addresses : [parsed]);

/** The addresses of an entry or a list in the syntax of RFC 5322; undefined for anything else. */
function parsedAddresses(text: string): string[] | undefined {
  const plain = normalizeAddress(text);
  if (plain !== undefined) return [plain];
  if (text.length > maxParsed || !text.includes('@')) return undefined;
  const parsed = emailAddresses.parseAddressList({ input: text, ...options });
  const found = parsed
    ?.flatMap(mailboxesOf)
    .map(({ local, domain }) => normalizeAddress(`${local}@${domain}`));
  return found?.every((address) => address !== undefined) ? found : undefined;
}

/** The recipients in a list, as they are written. A group (`Team: a@example.com, b@example.com;`) is not divided. */
export function recipientTexts(text: string): string[] {
  const colon = text.indexOf(':');
  const mayHaveGroup = colon !== -1 && text.includes(';', colon);
  return mayHaveGroup && parsedAddresses(text) !== undefined ? [text] : listEntries(text);
}

/**
 * Reads a list of addresses: with display names, groups and comments (RFC 5322), with semicolons, with `mailto:`, and with
 * international domains.
 */
export function parseAddressList(text: string): AddressList {
  const addresses = new Set<string>();
  const invalid: string[] = [];
  for (const entry of recipientTexts(text)) {
    const found = parsedAddresses(withoutScheme(entry));
    if (found === undefined) invalid.push(entry);
    for (const address of found ?? []) addresses.add(address);
  }
  return { addresses: [...addresses], invalid };
}

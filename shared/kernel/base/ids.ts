/** Ids that are derived from something; Node's `randomUUID` makes all others. */
import { hash, randomBytes } from 'node:crypto';

export const uuidPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** 32 hexadecimal digits as a UUID of the version (RFC 9562). */
function toUuid(hex: string, version: 5 | 7): string {
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  const [a, b, c, d, e] = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(13, 16),
    hex.slice(17, 20),
    hex.slice(20, 32),
  ];
  return `${a}-${b}-${version}${c}-${variant}${d}-${e}`;
}

/** The namespace of the platform's own texts. */
const namespace = Buffer.from('6f1c2b0e9a5d4c3b8e7f0a1b2c3d4e5f', 'hex');

/**
 * A UUID of a text: equal texts have equal ids. Version 5, and not 8 of a longer hash, because many validators only
 * know versions 1 to 5.
 */
export function uuidOf(text: string): string {
  return toUuid(hash('sha1', Buffer.concat([namespace, Buffer.from(text)]), 'hex'), 5);
}

/** A unique UUID (version 7); later ones sort after earlier ones. */
export function timeOrderedUuid(nowMs: number): string {
  return toUuid(nowMs.toString(16).padStart(12, '0') + randomBytes(10).toString('hex'), 7);
}

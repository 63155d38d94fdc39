/** Tells whether content has changed, without keeping it. Pure. */
import { hash } from 'node:crypto';

/** JSON with the keys of objects in one order, so that the same content is the same text. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join()}}`;
}

/** 128 bits of SHA-256: the same for the same content. */
export function contentHash(content: unknown): string {
  return hash('sha256', canonical(content), 'base64url').slice(0, 22);
}

/** Tells whether content has changed, without keeping it. Pure. */
import { hash } from 'node:crypto';
import { canonicalJson } from '../../../kernel/http/json.ts';

/** 128 bits of SHA-256: the same for the same content, in any order of its keys. */
export function contentHash(content: unknown): string {
  return hash('sha256', canonicalJson(content), 'base64url').slice(0, 22);
}

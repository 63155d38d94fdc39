/** Strong entity tags of resources without a revision of their own. */
import { createHash } from 'node:crypto';

/** The `ETag` of content that is the whole resource. */
export function contentTagOf(content: string): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}

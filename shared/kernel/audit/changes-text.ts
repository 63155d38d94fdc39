/**
 * The JSON of a change in an audit entry. Longer texts are compressed: most entries then cost one unit to write, and
 * one unit reads twice as many.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Item } from '../table/read.ts';
import { auditLimits } from './limits.ts';

export interface StoredChanges {
  changes?: string;
  deflated?: Uint8Array;
}

export function toStoredChanges(text: string): StoredChanges {
  if (Buffer.byteLength(text) <= auditLimits.plainChangesBytes) return { changes: text };
  // The previous version only reads `changes`, and must find JSON there.
  return { changes: '{}', deflated: new Uint8Array(deflateRawSync(text)) };
}

/** The stored JSON. */
export function storedChanges({ changes, deflated }: Item): string {
  return deflated instanceof Uint8Array ? inflateRawSync(deflated).toString() : String(changes);
}

/**
 * The JSON of a change as an audit entry keeps it. A longer text is deflated: most entries then are written for one unit,
 * and twice as many are read for one.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Item } from '../table/read.ts';
import { auditLimits } from './limits.ts';

export interface KeptChanges {
  changes?: string;
  deflated?: Uint8Array;
}

export function keepChanges(text: string): KeptChanges {
  if (Buffer.byteLength(text) <= auditLimits.plainChangesBytes) return { changes: text };
  // The version before reads `changes` only, and must find JSON there.
  return { changes: '{}', deflated: new Uint8Array(deflateRawSync(text)) };
}

/** The JSON that was kept. */
export function keptChanges({ changes, deflated }: Item): string {
  return deflated instanceof Uint8Array ? inflateRawSync(deflated).toString() : String(changes);
}

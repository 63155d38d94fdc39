/**
 * Keys of the canary.
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | Which key does the canary call with? | CANARY | CANARY | canaryKey |
 */
import type { Key } from '../../kernel/table/keys.ts';

/** Where the canary finds its key, sealed, and what it watches. */
export const canaryKey: Key = { pk: 'CANARY', sk: 'CANARY' };

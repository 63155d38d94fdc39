/**
 * Keys of the canary.
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | Read the configuration of the canary | CANARY | CANARY | canaryKey |
 */
import type { Key } from '../../kernel/table/keys.ts';

/** The item with the canary's configuration and its encrypted API key. */
export const canaryKey: Key = { pk: 'CANARY', sk: 'CANARY' };

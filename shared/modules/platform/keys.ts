/**
 * Keys of the canary and of dead letters.
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | Read the configuration of the canary | CANARY | CANARY | canaryKey |
 * | When the dead letters of a queue were last moved back | TENANT#platform#REDRIVES | <queue> | redriveKey |
 */
import type { Key } from '../../kernel/table/keys.ts';

/** The item with the canary's configuration and its encrypted API key. */
export const canaryKey: Key = { pk: 'CANARY', sk: 'CANARY' };

export const redrivesPartition = 'TENANT#platform#REDRIVES';
export const redriveKey = (queue: string): Key => ({ pk: redrivesPartition, sk: queue });

/**
 * Port and keys of the local AWS endpoint, stored in the data folder, so that credentials saved by callers (such as
 * those of a bucket to sync with) stay valid after a restart.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../cloudformation/intrinsics.ts';
import type { AwsIdentity } from '../types.ts';
import { createAdministrator } from './identities.ts';

export interface AwsAccess {
  /** The port of the earlier start; undefined on the first start. */
  port: number | undefined;
  administrator: AwsIdentity;
}

const fileIn = (dataDir: string): string => join(dataDir, 'aws-access.json');

/** Returns the port and keys of an earlier start, or new keys. */
export function readAwsAccess(dataDir: string): AwsAccess {
  const administrator = createAdministrator();
  const { port, accessKeyId, secretAccessKey } = parsed(fileIn(dataDir));
  const isPort = typeof port === 'number' && Number.isInteger(port) && port >= 1 && port <= 65_535;
  if (!isPort || !isText(accessKeyId) || !isText(secretAccessKey)) return { port: undefined, administrator };
  return { port, administrator: { ...administrator, accessKeyId, secretAccessKey } };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Empty for a missing or unreadable file. */
function parsed(file: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** Saves port and keys for the next start, readable by their owner only. */
export function saveAwsAccess(dataDir: string, { port, administrator }: AwsAccess): void {
  const { accessKeyId, secretAccessKey } = administrator;
  const text = `${JSON.stringify({ port, accessKeyId, secretAccessKey }, null, 2)}\n`;
  writeFileSync(fileIn(dataDir), text, { mode: 0o600 });
}

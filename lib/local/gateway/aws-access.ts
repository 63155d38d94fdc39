/**
 * Port and keys of the local AWS endpoint, stored in the data folder, so that credentials saved by callers (such as
 * those of a bucket to sync with) stay valid after a restart.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { AwsIdentity } from '../types.ts';
import { createAdministrator } from './identities.ts';

export interface AwsAccess {
  /** The port of the earlier start; undefined on the first start. */
  port: number | undefined;
  administrator: AwsIdentity;
}

const key = z.string().check(z.minLength(1));
const storedSchema = z.object({
  port: z.int().check(z.gte(1), z.lte(65_535)),
  accessKeyId: key,
  secretAccessKey: key,
});

const fileIn = (dataDir: string): string => join(dataDir, 'aws-access.json');

/** Returns the port and keys of an earlier start, or new keys when the file is missing or unreadable. */
export function readAwsAccess(dataDir: string): AwsAccess {
  const administrator = createAdministrator();
  try {
    const { port, ...keys } = storedSchema.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')));
    return { port, administrator: { ...administrator, ...keys } };
  } catch {
    return { port: undefined, administrator };
  }
}

/** Saves port and keys for the next start, readable by their owner only. */
export function saveAwsAccess(dataDir: string, { port, administrator }: AwsAccess): void {
  const { accessKeyId, secretAccessKey } = administrator;
  const text = `${JSON.stringify({ port, accessKeyId, secretAccessKey }, null, 2)}\n`;
  writeFileSync(fileIn(dataDir), text, { mode: 0o600 });
}

/**
 * Port and keys of the local AWS endpoint, kept in the data folder: credentials that callers have saved, such as those
 * of a bucket to sync with, work after a restart, too.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { AwsIdentity } from '../types.ts';
import { createAdministrator } from './identities.ts';

const stored = z.object({
  port: z.int().check(z.minimum(1), z.maximum(65_535)),
  accessKeyId: z.string().check(z.minLength(1)),
  secretAccessKey: z.string().check(z.minLength(1)),
});

export interface AwsAccess {
  /** Where the endpoint listened before; undefined on the first start. */
  port: number | undefined;
  administrator: AwsIdentity;
}

const fileIn = (dataDir: string): string => join(dataDir, 'aws-access.json');

/** What an earlier start has kept, or new keys. */
export function readAwsAccess(dataDir: string): AwsAccess {
  const administrator = createAdministrator();
  const kept = stored.safeParse(parsed(fileIn(dataDir)));
  if (!kept.success) return { port: undefined, administrator };
  const { port, accessKeyId, secretAccessKey } = kept.data;
  return { port, administrator: { ...administrator, accessKeyId, secretAccessKey } };
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Keeps port and keys for the next start, readable by their owner only. */
export function keepAwsAccess(dataDir: string, { port, administrator }: AwsAccess): void {
  const { accessKeyId, secretAccessKey } = administrator;
  const text = `${JSON.stringify({ port, accessKeyId, secretAccessKey }, null, 2)}\n`;
  writeFileSync(fileIn(dataDir), text, { mode: 0o600 });
}

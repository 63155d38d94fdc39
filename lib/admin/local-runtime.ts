/**
 * What the one-machine runtime needs besides table and files, where AWS would have it in KMS and in people's hands: the
 * material of its keys, without which nothing sealed opens, and the demo's own access.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const keysFile = 'kms-keys.json';
const accessFile = 'access.json';
const ownerOnly = { mode: 0o600 } as const;

type Access = Record<string, unknown> & { stripe?: Record<string, unknown> };

const readAccess = (folder: string): Access => JSON.parse(readFileSync(join(folder, accessFile), 'utf8'));

/** Adds them to the backup in `folder`. */
export function saveRuntime(dataDir: string, folder: string): void {
  const to = join(folder, 'local');
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const file of [keysFile, accessFile])
    if (existsSync(join(dataDir, file))) copyFileSync(join(dataDir, file), join(to, file));
}

/**
 * Gives them back to the runtime in `dataDir`, which reads its keys again when something does not open. Where it
 * listens stays as it is.
 */
export function restoreRuntime(folder: string, dataDir: string): void {
  const from = join(folder, 'local');
  if (existsSync(join(from, keysFile))) copyFileSync(join(from, keysFile), join(dataDir, keysFile));
  if (!existsSync(join(from, accessFile))) return;
  const [saved, current] = [readAccess(from), readAccess(dataDir)];
  const { baseUrl, aws } = current;
  const stripe = { ...saved.stripe, apiBase: current.stripe?.apiBase };
  const access = { ...saved, baseUrl, aws, stripe };
  writeFileSync(join(dataDir, accessFile), `${JSON.stringify(access, null, 2)}\n`, ownerOnly);
}

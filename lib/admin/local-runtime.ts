/**
 * The parts of the local runtime besides table and files, which AWS keeps in KMS or people keep themselves: the key
 * material, without which encrypted data cannot be read, and the demo's credentials.
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

/** Restores them in `dataDir`; the runtime reads its keys again when a decryption fails. Its ports stay unchanged. */
export function restoreRuntime(folder: string, dataDir: string): void {
  const from = join(folder, 'local');
  if (existsSync(join(from, keysFile))) copyFileSync(join(from, keysFile), join(dataDir, keysFile));
  if (!existsSync(join(from, accessFile))) return;
  const [saved, current] = [readAccess(from), readAccess(dataDir)];
  const { baseUrl, controlUrl, aws, provider } = current;
  const stripe = { ...saved.stripe, apiBase: current.stripe?.apiBase };
  const access = { ...saved, baseUrl, controlUrl, aws, provider, stripe };
  writeFileSync(join(dataDir, accessFile), `${JSON.stringify(access, null, 2)}\n`, ownerOnly);
}

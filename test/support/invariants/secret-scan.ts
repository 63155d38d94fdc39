/**
 * Finds secrets in the logs of functions: by their format, and those used by tests by their text. Findings are named,
 * not printed.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Formats of secrets of each kind. */
const shapes: Readonly<Record<string, RegExp>> = {
  'an API key': /pmk_[0-9a-f]{8}\.[0-9a-f]{48}/,
  'a session token': /eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{16,}/,
  'a webhook secret': /whsec_[A-Za-z0-9+/=_-]{16,}/,
  'a key of Stripe': /[sr]k_(?:test|live)_\w{8,}/,
  'the hash of a password': /scrypt\$\d+\$/,
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
};

/** Passwords and credentials that tests of all modules send. */
const usedByTests: readonly string[] = [
  'Enigma-1942',
  'Analytical-1843',
  'It is a secret to everybody',
  'token-to-be-kept',
];

/** Names in `access.json` whose values are secrets; other values are locations. */
const secretName = /secret|password|token/i;
const shortest = 8;

/** The secret texts in a runtime's access file. */
export function secretsOf(access: unknown, name = ''): string[] {
  if (typeof access === 'string') return secretName.test(name) && access.length >= shortest ? [access] : [];
  if (typeof access !== 'object' || access === null) return [];
  // Everything with the name `keys` contains keys.
  return Object.entries(access).flatMap(([key, value]) => secretsOf(value, name === 'keys' ? 'secret' : key));
}

/** Kinds of secrets in a text. */
export function secretsIn(text: string, known: readonly string[] = []): string[] {
  const byShape = Object.entries(shapes).flatMap(([what, shape]) => (shape.test(text) ? [what] : []));
  const byText = [...usedByTests, ...known].some((secret) => text.includes(secret)) ? ['a known secret'] : [];
  return [...byShape, ...byText];
}

/** `<function> line <n>: <what>` for each log line of a runtime's data folder with a secret. */
function secretsInLogs(dataDir: string, access: unknown): string[] {
  const known = secretsOf(access);
  const folder = join(dataDir, 'logs');
  return globSync('*.log', { cwd: folder }).flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    // Checks the whole file first: nearly every file is clean.
    if (secretsIn(text, known).length === 0) return [];
    return text
      .split('\n')
      .flatMap((line, index) =>
        secretsIn(line, known).map((what) => `${file.replace(/\.log$/, '')} line ${index + 1}: ${what}`),
      );
  });
}

/** Throws when the logs contain a secret. */
export function assertNoSecretsInLogs(dataDir: string, access: unknown): void {
  const found = secretsInLogs(dataDir, access);
  if (found.length > 0) throw new Error(`Secrets in the logs of functions:\n  ${found.join('\n  ')}`);
}

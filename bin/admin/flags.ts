/** The options of the administrator's tool, named like the API's fields. Earlier short forms still work. */
import { apiKeyLimits } from '../../shared/kernel/auth/api-key-limits.ts';

/** An error that the person at the shell can fix; only its message is printed. */
export class UsageError extends Error {}

/** In commander's syntax: two long forms are the same option, whose name is the last one. */
export const flags = {
  name: ['--name <text>', 'display name'],
  tenantId: ['--tenant, --tenantId <id>', 'tenant'],
  organizationId: ['--organization, --organizationId <id>', 'organization'],
  parentId: ['--parent, --parentId <id>', 'parent organization; top level without it'],
  id: ['--id <id>', 'id of the resource to change or delete'],
  features: ['--feature, --features <name...>', "features; wildcards such as '*' or 'business_rules.*'"],
  isSuperAdmin: ['--super-admin, --isSuperAdmin', 'may act in every tenant'],
  expiresAt: ['--expires, --expiresAt <time>', 'ISO 8601 time after which requests are refused'],
  requestsPerMinute: ['--per-minute, --requestsPerMinute <n>', 'requests per minute, instead of the default'],
  requestsPerHour: ['--per-hour, --requestsPerHour <n>', 'requests per hour, instead of the default'],
  readOnly: ['--read-only, --readOnly', 'the key can only read'],
  graceSeconds: ['--grace, --graceSeconds <n>', 'seconds for which the old secret stays valid; default 0'],
  email: ['--email <address>', 'e-mail address for log-ins'],
  password: ['--password <text>', 'password; a new one is generated and printed without it'],
  roles: ['--roles <name...>', 'roles, by name or id'],
  out: ['--out <folder>', 'folder to create'],
  from: ['--from <folder>', 'folder of a backup'],
  url: ['--url <address>', 'public host'],
  fullSync: ['--full, --fullSync', 'import everything, not only changes'],
  batchSize: ['--batch-size, --batchSize <n>', 'items per batch'],
  follow: ['--follow', 'show a progress bar, rate and remaining time until the run ends'],
  yes: ['--yes', 'do not ask for confirmation'],
  dryRun: ['--dry-run, --dryRun', 'only count, change nothing'],
} as const satisfies Record<string, readonly [string, string]>;

export type Flag = keyof typeof flags;

/** Every long form of an option. */
export const longForms: readonly string[] = [
  ...Object.values(flags).flatMap(([text]) => [...text.matchAll(/--([\w-]+)/g)].map(([, name = '']) => name)),
  'stage',
  'local',
  'output',
  'help',
];

/** The options of a verb, read by their kinds. */
export class Values {
  readonly #given: Readonly<Record<string, unknown>>;

  constructor(given: Readonly<Record<string, unknown>>) {
    this.#given = given;
  }

  text(name: Flag | 'stage' | 'output'): string | undefined {
    const value = this.#given[name];
    return typeof value === 'string' ? value : undefined;
  }

  /** Throws UsageError when the option is missing. */
  required(name: Flag): string {
    const value = this.text(name);
    if (value === undefined) throw new UsageError(`--${name} is required.`);
    return value;
  }

  list(name: Flag): string[] | undefined {
    const value = this.#given[name];
    return Array.isArray(value) ? value.map(String) : undefined;
  }

  has(name: Flag | 'local'): boolean {
    return this.#given[name] === true;
  }

  positiveInteger(name: Flag): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (!/^[1-9]\d*$/.test(text)) throw new UsageError(`--${name} must be a whole number of at least 1.`);
    return Number(text);
  }

  graceSeconds(): number {
    const text = this.text('graceSeconds') ?? '0';
    if (/^\d{1,6}$/.test(text) && Number(text) <= apiKeyLimits.graceSeconds) return Number(text);
    throw new UsageError(`--graceSeconds must be a whole number from 0 to ${apiKeyLimits.graceSeconds}.`);
  }

  expiresAtMs(): number | undefined {
    const text = this.text('expiresAt');
    if (text === undefined) return undefined;
    const atMs = Date.parse(text);
    if (Number.isNaN(atMs) || atMs <= Date.now())
      throw new UsageError('--expiresAt must be a time in the future, such as 2030-01-31T00:00:00Z.');
    return atMs;
  }
}

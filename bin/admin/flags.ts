/** The options of the administrator's tool, by the names of the API's fields. Short forms of before stay. */
import { apiKeyLimits } from '../../shared/kernel/auth/api-key-limits.ts';

/** Something that the person at the shell can mend; shown as its message alone. */
export class UsageError extends Error {}

/** As commander writes them: two long forms are the same option, which has the name of the last. */
export const flags = {
  name: ['--name <text>', 'name shown to people'],
  tenantId: ['--tenant, --tenantId <id>', 'tenant'],
  organizationId: ['--organization, --organizationId <id>', 'organization'],
  parentId: ['--parent, --parentId <id>', 'parent organization; without it at the top'],
  id: ['--id <id>', 'what is changed or deleted'],
  features: ['--feature, --features <name...>', "features; wildcards such as '*' or 'business_rules.*'"],
  isSuperAdmin: ['--super-admin, --isSuperAdmin', 'may act in every tenant'],
  expiresAt: ['--expires, --expiresAt <time>', 'ISO 8601 time after which it is refused'],
  requestsPerMinute: ['--per-minute, --requestsPerMinute <n>', 'rate limit of its own'],
  requestsPerHour: ['--per-hour, --requestsPerHour <n>', 'rate limit of its own'],
  graceSeconds: ['--grace, --graceSeconds <n>', 'seconds for which the old secret still works; 0 by default'],
  email: ['--email <address>', 'e-mail address that the user logs in with'],
  password: ['--password <text>', 'password; a new one is printed when it is left out'],
  roles: ['--roles <name...>', 'roles, by name or id'],
  out: ['--out <folder>', 'new folder'],
  from: ['--from <folder>', 'folder of a backup'],
  url: ['--url <address>', 'public host'],
  fullSync: ['--full, --fullSync', 'from the beginning'],
  batchSize: ['--batch-size, --batchSize <n>', 'items of one batch'],
  follow: ['--follow', 'show bar, rate and time left until the run ends'],
  yes: ['--yes', 'do not ask'],
  dryRun: ['--dry-run, --dryRun', 'count only'],
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

/** The options that a verb was given, read by their kinds. */
export class Values {
  readonly #given: Readonly<Record<string, unknown>>;

  constructor(given: Readonly<Record<string, unknown>>) {
    this.#given = given;
  }

  text(name: Flag | 'stage' | 'output'): string | undefined {
    const value = this.#given[name];
    return typeof value === 'string' ? value : undefined;
  }

  /** Throws UsageError when it was not given. */
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
    if (!/^[1-9]\d*$/.test(text)) throw new UsageError(`--${name} must be a whole number from 1.`);
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

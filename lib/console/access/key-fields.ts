/** The form of an API key, and the request body. */
import type { ApiKey } from '../../../shared/clients/typescript/index.ts';
import { keyTexts } from '../texts/access.ts';

const dayMs = 86_400_000;

const daysOf = { month: 30, quarter: 90, year: 365 } as const;

/** Validity of a key from the time of saving. */
export const expiries = ['never', 'month', 'quarter', 'year'] as const;

type Workload = ApiKey['workloads'][number];

export interface KeyForm {
  name: string;
  description: string;
  /** Ids of roles. */
  roles: string[];
  /** Empty for the whole tenant. */
  organizationId: string;
  expires: 'keep' | (typeof expiries)[number];
  /** A number; empty for the limit of the deployment. */
  perMinute: string;
  /** One per line. */
  addresses: string;
  readOnly: boolean;
  workloads: Workload[];
}

export const newKey = (organizationId: string): KeyForm => ({
  name: '',
  description: '',
  roles: [],
  organizationId,
  expires: 'quarter',
  perMinute: '',
  addresses: '',
  readOnly: false,
  workloads: [],
});

export const formOf = (key: ApiKey): KeyForm => ({
  name: key.name,
  description: key.description ?? '',
  roles: key.roles.map(({ id }) => id),
  organizationId: key.organizationId ?? '',
  expires: 'keep',
  perMinute: key.requestsPerMinute === null ? '' : String(key.requestsPerMinute),
  addresses: key.allowedAddresses.join('\n'),
  readOnly: key.readOnly,
  workloads: key.workloads,
});

/** Expiry of the key; undefined keeps the current one. */
function expiryOf(expires: KeyForm['expires'], nowMs: number): string | null | undefined {
  if (expires === 'keep') return undefined;
  return expires === 'never' ? null : new Date(nowMs + daysOf[expires] * dayMs).toISOString();
}

export function bodyOf(form: KeyForm, nowMs: number) {
  const expiresAt = expiryOf(form.expires, nowMs);
  return {
    name: form.name.trim(),
    description: form.description.trim() || null,
    roles: form.roles,
    ...(expiresAt !== undefined && { expiresAt }),
    requestsPerMinute: form.perMinute === '' ? null : Number(form.perMinute),
    allowedAddresses: form.addresses
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
    readOnly: form.readOnly,
    workloads: form.workloads,
  };
}

export const expiryChoices = (isNew: boolean) =>
  (isNew ? expiries : (['keep', ...expiries] as const)).map(
    (choice) => [choice, keyTexts.form.expiries[choice]] as const,
  );

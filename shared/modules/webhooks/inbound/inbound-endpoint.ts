/** Inbound endpoints: pure decisions. What a new one looks like, what a change makes of it, what callers see. */

import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { InvalidInputError } from '../../../kernel/errors/errors.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { laterThan, toIso } from '../../../kernel/text/times.ts';
import { findAdapter } from './adapters.ts';
import type { CreateInboundEndpoint, InboundEndpoint, UpdateInboundEndpoint } from './contract.ts';

/** An endpoint as it is stored; its secret is sealed. */
export interface StoredEndpoint extends RowScope {
  id: string;
  name: string;
  description: string | null;
  providerKey: string;
  settings: Record<string, string>;
  isActive: boolean;
  secret: string;
  createdAt: string;
  updatedAt: string;
  revision: number;
}

/** Throws InvalidInputError for settings that the provider does not have. */
function assertSettings(providerKey: string, settings: Readonly<Record<string, string>>): void {
  const known = Object.keys(findAdapter(providerKey)?.settingNames ?? {});
  const unknown = Object.keys(settings).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const takes = known.length === 0 ? 'none' : known.join(', ');
  throw new InvalidInputError({
    [`settings.${unknown}`]: `is no setting of ${providerKey}, which takes ${takes}`,
  });
}

/** Standard Webhooks secrets are base64 after their prefix; of anything else the text itself is the key. */
export function assertSecret(providerKey: string, secret: string): void {
  if (providerKey !== 'standard_webhooks' || /^whsec_[A-Za-z0-9+/]{11,}={0,2}$/.test(secret)) return;
  throw new InvalidInputError({ secret: 'must be whsec_ and base64' });
}

/** The endpoint that a caller opens. `secret` is sealed already. Throws InvalidInputError. */
export function newEndpoint(
  scope: RowScope,
  input: CreateInboundEndpoint,
  made: { id: string; secret: string },
  { nowMs }: ChangeContext,
): StoredEndpoint {
  const at = toIso(nowMs);
  const { tenantId, organizationId } = scope;
  const { name, providerKey, description = null, settings = {} } = input;
  assertSettings(providerKey, settings);
  return {
    ...{ tenantId, organizationId, ...made, name, description, providerKey, settings },
    isActive: true,
    createdAt: at,
    updatedAt: at,
    revision: 1,
  };
}

/** The endpoint after a change of the given fields, or of its sealed secret. Throws InvalidInputError. */
export function changedEndpoint(
  before: StoredEndpoint,
  changes: UpdateInboundEndpoint & { secret?: string },
  { nowMs }: ChangeContext,
): StoredEndpoint {
  if (changes.settings !== undefined) assertSettings(before.providerKey, changes.settings);
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const updatedAt = laterThan(before.updatedAt, nowMs);
  return { ...before, ...given, updatedAt, revision: before.revision + 1 };
}

/** An endpoint as callers see it. */
export function toInboundEndpoint(endpoint: StoredEndpoint): InboundEndpoint {
  const { tenantId, organizationId, secret, revision, ...shown } = endpoint;
  return { ...shown, path: `/api/webhooks/inbound/${endpoint.id}` };
}

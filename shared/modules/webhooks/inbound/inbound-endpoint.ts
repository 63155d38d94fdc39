/** Inbound endpoints: pure decisions about creation and changes. */

import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { InvalidInputError } from '../../../kernel/errors/errors.ts';
import { isHeaderName } from '../../../kernel/outbound/custom-headers.ts';
import { changedRow, newSystemFields } from '../../../kernel/resources/values.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { findAdapter } from './adapters.ts';
import type { CreateInboundEndpoint, UpdateInboundEndpoint } from './contract.ts';
import { inboundEndpoints, type StoredEndpoint } from './inbound-endpoints.ts';
import { inboundLimits } from './limits.ts';

/** Throws InvalidInputError for settings that the provider does not support, and for headers that no message can have. */
function assertSettings(providerKey: string, settings: Readonly<Record<string, string>>): void {
  const settingNames = Object.keys(findAdapter(providerKey)?.settingNames ?? {});
  const unknown = Object.keys(settings).find((name) => !settingNames.includes(name));
  if (unknown !== undefined) {
    const takes = settingNames.length === 0 ? 'none' : settingNames.join(', ');
    throw new InvalidInputError({
      [`settings.${unknown}`]: `is not a setting of ${providerKey}; use ${takes}`,
    });
  }
  const [misnamed] = Object.entries(settings).filter(
    ([name, value]) => name.endsWith('Header') && !isHeaderName(value),
  );
  if (misnamed !== undefined)
    throw new InvalidInputError({ [`settings.${misnamed[0]}`]: 'is not a valid header name' });
}

/** The base64 of a Standard Webhooks secret; undefined for any other text. */
const base64Of = (secret: string): string | undefined =>
  /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?)$/.exec(secret)?.[1];

/**
 * A Standard Webhooks secret is base64 after its prefix; any other secret is used as text. Throws InvalidInputError for
 * another form, and for a key that is too short to resist guessing.
 */
export function assertSecret(providerKey: string, secret: string): void {
  const { minBytes } = inboundLimits.secret;
  if (providerKey !== 'standard_webhooks') {
    if (Buffer.byteLength(secret) >= minBytes) return;
    throw new InvalidInputError({ secret: `must have at least ${minBytes} bytes` });
  }
  const base64 = base64Of(secret);
  if (base64 === undefined) throw new InvalidInputError({ secret: 'must be whsec_ and base64' });
  if (Buffer.from(base64, 'base64').byteLength < minBytes)
    throw new InvalidInputError({ secret: `must be whsec_ and the base64 of at least ${minBytes} bytes` });
}

/** A new endpoint. `secret` is already sealed. Throws InvalidInputError. */
export function newEndpoint(
  scope: RowScope,
  { name, providerKey, description = null, settings = {} }: CreateInboundEndpoint,
  { id, secret }: { id: string; secret: string },
  context: ChangeContext,
): StoredEndpoint {
  assertSettings(providerKey, settings);
  const values = { name, description, providerKey, settings, isActive: true, secret };
  return { ...values, ...newSystemFields(inboundEndpoints, scope, id, context) };
}

/** The endpoint with the given fields or its sealed secret changed. Throws InvalidInputError. */
export function changedEndpoint(
  before: StoredEndpoint,
  changes: UpdateInboundEndpoint & { secret?: string },
  context: ChangeContext,
): StoredEndpoint {
  if (changes.settings !== undefined) assertSettings(before.providerKey, changes.settings);
  return changedRow(before, changes, context);
}

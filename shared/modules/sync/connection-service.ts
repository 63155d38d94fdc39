/** Checks connections and lists integrations that can sync. */

import { truncate } from '../../kernel/base/text.ts';
import { redact, withoutSecrets } from '../../kernel/secrets/redact.ts';
import type { RowScope } from '../../kernel/table/keys.ts';
import {
  blockedReasonOf,
  connect,
  credentialsOwner,
  isEnabled,
  readSettings,
} from '../integrations/public.ts';
import {
  CredentialsMissingError,
  credentialTarget,
  integrations,
  missingCredentials,
} from '../integrations/public-light.ts';
import { adapterOf, assertSupported, type FindAdapter } from './adapter.ts';
import type { SyncOption, ValidateConnection, ValidConnection } from './connection-contract.ts';
import type { BatchDependencies } from './dependencies.ts';
import { SyncConnectionError } from './errors.ts';
import { idFieldOf, mappingOf } from './mappings/mapping.ts';
import { syncLimits } from './runs/run-limits.ts';

/**
 * Checks the connection with the adapter. Throws NotFoundError, SyncAdapterMissingError, InvalidInputError,
 * CredentialsMissingError, and SyncConnectionError with the adapter's message.
 */
export async function validateConnection(
  scope: RowScope,
  input: ValidateConnection,
  { findAdapter, findMapping }: Pick<BatchDependencies, 'findAdapter' | 'findMapping'>,
  nowMs: number,
): Promise<ValidConnection> {
  const { integrationId, entityType, direction } = input;
  const { definition, adapter } = adapterOf(integrationId, findAdapter);
  assertSupported(adapter, input);
  const { tenantId, organizationId } = scope;
  const { credentials, apiVersion, secrets } = await connect(scope, definition);
  const { fields } = credentialTarget(definition);
  const missing = missingCredentials(fields, credentials);
  if (missing.length > 0 || (fields.length > 0 && Object.keys(credentials).length === 0))
    throw new CredentialsMissingError(integrationId, missing);
  if (adapter.validateConnection === undefined)
    return { ok: true, message: 'Credentials are saved; the adapter does not test them.' };
  const context = {
    scope: { tenantId, organizationId },
    ...{ integrationId, entityType, credentials, apiVersion, nowMs },
    idField: idFieldOf(await mappingOf(scope, input, adapter, findMapping)),
    signal: AbortSignal.timeout(syncLimits.validateMs),
  };
  const { ok, message, details } = await adapter
    .validateConnection(context, direction)
    .catch((error: unknown) => ({
      ok: false,
      message: error instanceof Error ? error.message : String(error),
      details: undefined,
    }));
  const text =
    message === undefined ? undefined : truncate(withoutSecrets(message, secrets), syncLimits.errorText);
  const shown = details && (redact(details, secrets) as Record<string, unknown>);
  if (!ok) throw new SyncConnectionError(text ?? 'The connection failed.', shown);
  return { ok, ...(text !== undefined && { message: text }), ...(shown && { details: shown }) };
}

/** Every integration that can sync, by title. One Query. */
export async function listOptions(
  scope: RowScope,
  findAdapter: FindAdapter,
): Promise<{ items: SyncOption[] }> {
  const settings = await readSettings(scope);
  const items = integrations.flatMap((definition): SyncOption[] => {
    const { id, title, description, providerKey } = definition;
    const adapter = findAdapter(providerKey);
    if (adapter === undefined || providerKey === undefined) return [];
    const { directions, supportedEntities } = adapter;
    const [direction = 'import'] = directions;
    const { credentialKeys = [] } = credentialsOwner(credentialTarget(definition).readFrom, settings);
    return [
      {
        integrationId: id,
        title,
        description: description ?? null,
        providerKey,
        direction: directions.length > 1 ? 'bidirectional' : direction,
        runMode: 'generic',
        canStartRun: blockedReasonOf(definition, settings) === undefined,
        supportedEntities: supportedEntities ? [...supportedEntities] : null,
        hasCredentials: credentialKeys.length > 0,
        isEnabled: isEnabled(definition, settings.state(id)),
        settingsPath: `/api/integrations/${id}`,
      },
    ];
  });
  return { items: items.toSorted((a, b) => a.title.localeCompare(b.title)) };
}

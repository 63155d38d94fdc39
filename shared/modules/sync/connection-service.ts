/** Checks connections and lists integrations that can sync. */

import { truncate } from '../../kernel/base/text.ts';
import type { Caller, Reader } from '../../kernel/http/operation.ts';
import { redact, withoutSecrets } from '../../kernel/secrets/redact.ts';
import type { RowScope } from '../../kernel/table/keys.ts';
import {
  blockedReasonOf,
  type Connection,
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
} from '../integrations/public-data.ts';
import { adapterOf, assertSupported, type FindAdapter, type SyncAdapter } from './adapter.ts';
import type { SyncOption, ValidateConnection, ValidConnection } from './connection-contract.ts';
import type { BatchDependencies } from './dependencies.ts';
import { SyncConnectionError } from './errors.ts';
import { idFieldOf, mappingOf } from './mappings/mapping.ts';
import { syncLimits } from './runs/run-limits.ts';

/**
 * The adapter of an integration with its connection. `check` checks the adapter before credentials are read. Throws
 * NotFoundError, SyncAdapterMissingError, InvalidInputError, CredentialsMissingError, and errors of `check`.
 */
export async function connectAdapter(
  scope: RowScope,
  input: ValidateConnection,
  findAdapter: FindAdapter,
  check: (adapter: SyncAdapter) => void = () => undefined,
): Promise<{ adapter: SyncAdapter; connection: Connection }> {
  const { integrationId } = input;
  const { definition, adapter } = adapterOf(integrationId, findAdapter);
  assertSupported(adapter, input);
  check(adapter);
  const connection = await connect(scope, definition);
  const { fields } = credentialTarget(definition);
  const missing = missingCredentials(fields, connection.credentials);
  if (missing.length > 0 || (fields.length > 0 && Object.keys(connection.credentials).length === 0))
    throw new CredentialsMissingError(integrationId, missing);
  return { adapter, connection };
}

/**
 * Checks the connection with the adapter. Throws NotFoundError, SyncAdapterMissingError, InvalidInputError,
 * CredentialsMissingError, and SyncConnectionError with the adapter's message.
 */
export const validateSyncConnection =
  ({ findAdapter, findMapping }: Pick<BatchDependencies, 'findAdapter' | 'findMapping'>) =>
  async ({ scope, context }: Caller<RowScope>, input: ValidateConnection): Promise<ValidConnection> => {
    const { integrationId, entityType, direction } = input;
    const { adapter, connection } = await connectAdapter(scope, input, findAdapter);
    const { tenantId, organizationId } = scope;
    const { credentials, apiVersion, secrets } = connection;
    if (adapter.validateConnection === undefined) {
      const isOpen = Object.keys(credentials).length === 0;
      return {
        ok: true,
        message: isOpen
          ? 'The integration needs no credentials.'
          : 'Credentials are saved; the adapter does not test them.',
      };
    }
    const checked = {
      scope: { tenantId, organizationId },
      ...{ integrationId, entityType, credentials, apiVersion, nowMs: context.nowMs },
      idField: idFieldOf(await mappingOf(scope, input, adapter, findMapping)),
      signal: AbortSignal.timeout(syncLimits.validateMs),
    };
    const { ok, message, details } = await adapter
      .validateConnection(checked, direction)
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
  };

/** Every integration that can sync, by title. One Query. */
export const listSyncOptions =
  (findAdapter: FindAdapter) =>
  async ({ scope }: Reader<RowScope>): Promise<{ items: SyncOption[] }> => {
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
          readsUploads: adapter.readsUploads === true,
          supportedEntities: supportedEntities ? [...supportedEntities] : null,
          hasCredentials: credentialKeys.length > 0,
          isEnabled: isEnabled(definition, settings.state(id)),
          settingsPath: `/api/integrations/${id}`,
        },
      ];
    });
    return { items: items.toSorted((a, b) => a.title.localeCompare(b.title)) };
  };

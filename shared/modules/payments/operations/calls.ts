/** Shared by all calls of providers. */
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { type Connection, reportAuthFailure } from '../../integrations/public.ts';
import {
  CredentialsMissingError,
  credentialTarget,
  IntegrationDisabledError,
  missingCredentials,
} from '../../integrations/public-data.ts';
import { integrationOf } from '../access.ts';
import { PaymentProviderFailedError, PaymentProviderUnavailableError } from '../errors.ts';
import { logPayment } from '../payment-log.ts';
import { type PaymentProvider, ProviderError } from '../providers/provider.ts';

/** Throws PaymentProviderUnavailableError if the integration is disabled or lacks credentials. */
export function assertUsable(provider: PaymentProvider, connection: Connection | undefined): void {
  const definition = integrationOf(provider);
  if (definition === undefined) return;
  const missing = missingCredentials(credentialTarget(definition).fields, connection?.credentials ?? {});
  if (connection === undefined || Object.keys(connection.credentials).length === 0 || missing.length > 0)
    throw new PaymentProviderUnavailableError(new CredentialsMissingError(definition.id, missing));
  if (!connection.isEnabled)
    throw new PaymentProviderUnavailableError(new IntegrationDisabledError(definition.id, 'switched off'));
}

/** Converts every error of a provider to a ProviderError. An unknown error may have happened after the call. */
export function asProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  return new ProviderError('unsure', error instanceof Error ? error.message : String(error), {
    cause: error,
  });
}

/** Reports a failed call to the integration: its log, and its state if the credentials are refused. */
export async function reportFailure(
  at: RowScope,
  connection: Connection | undefined,
  { action, transactionId, error }: { action: string; transactionId: string; error: ProviderError },
  context: ChangeContext,
): Promise<void> {
  const { kind, code, message } = error;
  log('warn', 'payment provider failed', { action, transactionId, kind, code, error: describeError(error) });
  const entry = {
    level: 'error',
    message: `${action} failed: ${message}`,
    code: code ?? `payment_${kind}`,
    payload: { action, kind },
    transactionId,
  } as const;
  await logPayment(at, connection, entry, context.nowMs);
  if (kind !== 'credentials' || connection === undefined) return;
  try {
    await reportAuthFailure(at, connection, context);
  } catch (failure) {
    log('warn', 'rejected credentials were not reported', { transactionId, error: describeError(failure) });
  }
}

/** The error for the caller. */
export const failed = (error: ProviderError) => new PaymentProviderFailedError(error);

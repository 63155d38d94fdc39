/** Applies a provider's message about a saved payment method once, also if it is redelivered or out of order. */
import { log } from '../../../kernel/observability/log.ts';
import { PermanentError } from '../../../kernel/queues/errors.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { findSender } from '../providers/provider-names.ts';
import { findCustomer } from './customer-store.ts';
import { recordMethod } from './record-method.ts';

interface MethodMessage {
  providerKey: string;
  customerId: string;
  message: Record<string, unknown>;
}

/**
 * Throws PermanentError if the customer was deleted, UnavailableError if other writers keep changing the
 * customer.
 */
export async function processMethodEvent(
  scope: RowScope,
  { providerKey, customerId, message }: MethodMessage,
): Promise<void> {
  const report = findSender(providerKey)?.events.readMethod?.(message);
  // Pages and setups concern methods as well, but their changes have a message of their own.
  if (report === undefined) return;
  const customer = await findCustomer(scope, customerId);
  if (customer === undefined) throw new PermanentError('The customer of the message does not exist.');
  const context = { principal: { subject: `provider:${providerKey}` }, nowMs: Date.now() };
  await recordMethod(customer, report.methodId, report.state, context);
  log('info', 'payment method message', { customerId, state: report.state });
}

/** The demo's accounts at the Stripe emulator, and the integrations that use them. */
import { randomBytes } from 'node:crypto';
import type { ChangeContext } from '../../../shared/kernel/audit/record.ts';
import type { RowScope } from '../../../shared/kernel/table/keys.ts';
import { updateCredentials } from '../../../shared/modules/integrations/credentials-service.ts';
import { updateState } from '../../../shared/modules/integrations/integration-service.ts';
import type { AccountKeys } from '../stripe/types.ts';

/** Keys of the accounts, by name. */
export interface DemoStripe {
  acme: AccountKeys;
  globex: AccountKeys;
}

const integrationId = 'gateway_stripe';

function newKeys(): AccountKeys {
  const random = () => randomBytes(18).toString('hex');
  return {
    secretKey: `sk_test_${random()}`,
    publishableKey: `pk_test_${random()}`,
    webhookSecret: `whsec_${random()}`,
  };
}

/** Connects an organization to an account, so that it can take payments at once. */
async function connectStripe(home: RowScope, keys: AccountKeys, context: ChangeContext): Promise<void> {
  await updateCredentials(home, integrationId, { ...keys }, undefined, context);
  await updateState(home, integrationId, { isEnabled: true }, undefined, context);
}

/** Returns the accounts of an earlier start, which users may have replaced by their own, or new ones. */
export async function ensureStripe(
  homes: Readonly<Record<keyof DemoStripe, readonly RowScope[]>>,
  previous: DemoStripe | undefined,
  context: ChangeContext,
): Promise<DemoStripe> {
  if (previous) return previous;
  const accounts: DemoStripe = { acme: newKeys(), globex: newKeys() };
  for (const name of ['acme', 'globex'] as const) {
    for (const home of homes[name]) await connectStripe(home, accounts[name], context);
  }
  return accounts;
}

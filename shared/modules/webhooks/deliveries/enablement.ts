/** Checks for requests whether an organization's webhooks are enabled. */

import type { RowScope } from '../../../kernel/table/keys.ts';
import { findIntegration } from '../endpoints/webhook-reader.ts';
import { WebhooksDisabledError } from '../errors.ts';

/** Throws WebhooksDisabledError if the organization's integration is disabled. */
export async function assertEnabled(scope: RowScope): Promise<void> {
  const { isEnabled } = await findIntegration(scope);
  if (!isEnabled) throw new WebhooksDisabledError();
}

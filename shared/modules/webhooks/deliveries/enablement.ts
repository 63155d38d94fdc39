/** Whether an organization's webhooks are switched on, for what is asked for by a caller. */

import type { RowScope } from '../../../kernel/table/keys.ts';
import { findIntegration } from '../endpoints/webhook-reader.ts';
import { WebhooksDisabledError } from '../errors.ts';

/** Throws WebhooksDisabledError when the integration of the organization is switched off. */
export async function assertEnabled(scope: RowScope): Promise<void> {
  const { isEnabled } = await findIntegration(scope);
  if (!isEnabled) throw new WebhooksDisabledError();
}

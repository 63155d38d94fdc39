/** Events as webhooks receive them. */

import type { TestCaller } from '../../support/builders/tenants.ts';
import { aWebhook } from '../../support/builders/webhooks.ts';
import { aReceiver } from './receivers.ts';

export interface ReceivedEvent {
  type: string;
  data: Record<string, unknown>;
}

/**
 * Subscribes to these types of a caller of `aTenantWithEvents`. The returned function waits for the first `count`
 * events. Skips the test where the stage cannot reach this machine.
 */
export async function receiveEvents(
  caller: TestCaller,
  subscribedEvents: readonly string[],
): Promise<(count: number) => Promise<ReceivedEvent[]>> {
  const sink = await aReceiver(caller);
  await aWebhook(caller, { subscribedEvents }, sink);
  return async (count) => (await sink.waitFor(count)).map(({ body }) => JSON.parse(body));
}

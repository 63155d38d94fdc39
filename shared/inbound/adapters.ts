/** Every provider that messages can be received from. */
import type { InboundAdapter } from './adapter.ts';
import { genericHmac } from './adapters/generic-hmac.ts';
import { github } from './adapters/github.ts';
import { standardWebhooks } from './adapters/standard-webhooks.ts';

export const inboundAdapters: readonly InboundAdapter[] = [standardWebhooks, github, genericHmac];

export function findAdapter(providerKey: string): InboundAdapter | undefined {
  return inboundAdapters.find((adapter) => adapter.providerKey === providerKey);
}

/** Every inbound adapter: the platform's own and those of `shared/extensions/inbound-adapters.ts`. */
import { platformInboundAdapters } from '../../../extensions/inbound-adapters.ts';
import type { InboundAdapter } from './adapter.ts';
import { genericHmac } from './adapters/generic-hmac.ts';
import { github } from './adapters/github.ts';
import { standardWebhooks } from './adapters/standard-webhooks.ts';

export const inboundAdapters: readonly InboundAdapter[] = [
  standardWebhooks,
  github,
  genericHmac,
  ...platformInboundAdapters,
];

export function findAdapter(providerKey: string): InboundAdapter | undefined {
  return inboundAdapters.find((adapter) => adapter.providerKey === providerKey);
}

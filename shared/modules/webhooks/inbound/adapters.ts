/** Every inbound adapter: the platform's own and those of `shared/extensions/inbound-adapters.ts`. */
import { platformInboundAdapters } from '../../../extensions/inbound-adapters.ts';
import type { InboundAdapter } from './adapter.ts';
import { genericHmac } from './adapters/generic-hmac.ts';
import { github } from './adapters/github.ts';
import { standardWebhooks } from './adapters/standard-webhooks.ts';

const builtIn: readonly InboundAdapter[] = [standardWebhooks, github, genericHmac];

export const inboundAdapters: readonly InboundAdapter[] = [...builtIn, ...platformInboundAdapters];

/** The keys that the committed document names; a deployment's document lists a team's own elsewhere. */
export const builtInProviderKeys: readonly string[] = builtIn.map(({ providerKey }) => providerKey);

export function findAdapter(providerKey: string): InboundAdapter | undefined {
  return inboundAdapters.find((adapter) => adapter.providerKey === providerKey);
}

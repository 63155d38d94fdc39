/** Providers that a team receives messages from, beside the built-in ones. */
import type { InboundAdapter } from '../modules/webhooks/public-extension.ts';

export const platformInboundAdapters: readonly InboundAdapter[] = [];

/** Providers that a team receives messages from, beside the built-in ones. */
import type { InboundAdapter } from './inbound/adapter.ts';

export const platformInboundAdapters: readonly InboundAdapter[] = [];

/**
 * The committed OpenAPI document, bundled compressed at a tenth of its size. Building it from the schemas
 * would slow every cold start. A team's additions are appended at the start of the function, so that they change no
 * committed file.
 */

import { gunzipSync } from 'node:zlib';
import { platformConfig } from '../../extensions/config.ts';
import { platformEvents } from '../../extensions/events.ts';
import { platformInboundAdapters } from '../../extensions/inbound-adapters.ts';
import { platformPaymentProviders } from '../../extensions/payment-providers.ts';
import { platformSyncAdapters } from '../../extensions/sync-adapters.ts';
import { parseJson } from '../../kernel/base/json.ts';
import { withAdditions } from './additions.ts';
import committed from './openapi/openapi.json?gzip';
import type { OpenApiDocument } from './openapi/types.ts';

const ofPlatform: OpenApiDocument = parseJson(gunzipSync(committed).toString('utf8'));

export const description = withAdditions(ofPlatform, {
  events: platformEvents,
  config: platformConfig,
  paymentProviders: platformPaymentProviders,
  syncAdapters: platformSyncAdapters.map(({ providerKey }) => ({ key: providerKey })),
  inboundAdapters: platformInboundAdapters.map(({ providerKey, title }) => ({ key: providerKey, title })),
});

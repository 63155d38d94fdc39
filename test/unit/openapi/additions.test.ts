import { describe, expect, it } from 'vitest';
import { documentParts } from '../../../shared/catalog/document-parts.ts';
import { type Additions, withAdditions } from '../../../shared/modules/docs/additions.ts';
import { buildOpenApi } from '../../../shared/modules/docs/openapi/document.ts';

const document = buildOpenApi([], { ...documentParts, version: '1.0.0' });
const none: Additions = {
  events: [],
  config: { jobQueues: {}, commands: {}, bundles: [], integrations: [] },
  paymentProviders: [],
  syncAdapters: [],
  inboundAdapters: [],
};

describe('the document of a deployment', () => {
  it('is that of the platform without extensions', () => {
    expect(withAdditions(document, none)).toBe(document);
  });

  it('names what extensions add, and changes nothing else', () => {
    const { info, ...rest } = withAdditions(document, {
      ...none,
      events: [{ type: 'shop.order.shipped', description: 'An order has left.' }],
      config: { ...none.config, jobQueues: { reports: { summary: 'Reports' } } },
      syncAdapters: [{ key: 'warehouse' }],
      inboundAdapters: [{ key: 'parcels', title: 'Parcels' }],
    });
    const added = `

## Additions of this deployment

Events:

- \`shop.order.shipped\`: An order has left.

Queues of jobs:

- \`reports\`: Reports

Sync adapters:

- \`warehouse\`

Senders of webhooks:

- \`parcels\`: Parcels`;
    expect({ ...rest, info }).toEqual({
      ...document,
      info: { ...document.info, description: document.info.description + added },
    });
  });
});

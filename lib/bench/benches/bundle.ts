import { statSync } from 'node:fs';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { type EndpointSpec, kebabCase } from '../../../shared/kernel/http/contract.ts';
import type { Bench } from '../bench.ts';
import type { BareName, Bundles } from '../bundles.ts';

/** What a client beside the table's costs a bare handler: the bundle with both, by what a contract says it touches. */
const clientsOf = {
  queues: 'with-queues',
  secrets: 'with-secrets',
  schedules: 'with-schedules',
  files: 'with-files',
} as const satisfies Record<string, BareName>;

/** Functions that send requests to strangers; no contract says so, because it takes no grant. */
const sendsRequests = new Set(['testWebhook', 'checkIntegrationHealth']);

/** Functions that carry the documentation, which is data and no code. */
const carriesDocuments = new Set(['getOpenapi', 'getMarkdown', 'getExplorerAsset']);

const kilobytes = (file: string): number => statSync(file).size / 1000;

/**
 * A bare handler that makes every call of the table and has the same further clients as the function. The clients
 * share most of their code, so each counts with what it adds to a handler that has the table's.
 */
function bareKilobytes({ operationId, touches = {} }: EndpointSpec, bundles: Bundles): number {
  const table = kilobytes(bundles.bare('every-table-call'));
  const added = Object.entries(clientsOf)
    .filter(([touch]) => touch in touches)
    .map(([, name]): BareName => name);
  if (sendsRequests.has(operationId)) added.push('with-http');
  return added.reduce((sum, name) => sum + kilobytes(bundles.bare(name)) - table, table);
}

export const bundleBenches: readonly Bench[] = [
  {
    name: 'bundle-kb',
    unit: 'kB minified',
    against: 'the bare handler with the same clients, of the function that is farthest from it',
    bar: 1.25,
    async measure(context) {
      const bundles = await context.bundles();
      const sizes = endpoints
        .filter(({ operationId }) => !carriesDocuments.has(operationId))
        .map((endpoint) => {
          const name = kebabCase(endpoint.operationId);
          const kb = kilobytes(bundles.ours(endpoint.module, name));
          return { name: `${endpoint.module}/${name}`, kb, bareKb: bareKilobytes(endpoint, bundles) };
        })
        .toSorted((a, b) => b.kb / b.bareKb - a.kb / a.bareKb);
      const lines = sizes.map(
        ({ name, kb, bareKb }) =>
          `${(kb / bareKb).toFixed(3)}  ${kb.toFixed(1).padStart(6)} / ${bareKb.toFixed(1)}  ${name}`,
      );
      return {
        ours: sizes[0]?.kb ?? 0,
        other: sizes[0]?.bareKb ?? 0,
        notes: lines,
        details: Object.fromEntries(sizes.map(({ name, kb }) => [name, kb])),
      };
    },
  },
];

import { statSync } from 'node:fs';
import { endpoints } from '../../../shared/endpoints.ts';
import { type EndpointSpec, kebabCase } from '../../../shared/http/contract.ts';
import type { Bench } from '../bench.ts';

/** Does the function use the table and no other AWS service? Reading the caller is use enough. */
function touchesOnlyTheTable({ auth, touches = {} }: EndpointSpec): boolean {
  const services = new Set([...Object.keys(touches), ...(auth !== 'none' ? ['table'] : [])]);
  return services.size === 1 && services.has('table');
}

const kilobytes = (file: string): number => statSync(file).size / 1000;

export const bundleBenches: readonly Bench[] = [
  {
    name: 'bundle-kb',
    unit: 'kB minified',
    against: 'bare handler with all SDK calls that functions make',
    bar: 1.25,
    async measure(context) {
      const bundles = await context.bundles();
      const sizes = endpoints
        .filter(touchesOnlyTheTable)
        .map(({ module, operationId }) => {
          const name = kebabCase(operationId);
          return { name: `${module}/${name}`, kb: kilobytes(bundles.ours(module, name)) };
        })
        .toSorted((a, b) => b.kb - a.kb);
      const lines = sizes.map(({ name, kb }) => `${kb.toFixed(1).padStart(6)}  ${name}`);
      return {
        ours: sizes[0]?.kb ?? 0,
        other: kilobytes(bundles.bare('update-user')),
        notes: lines,
        details: Object.fromEntries(sizes.map(({ name, kb }) => [name, kb])),
      };
    },
  },
];

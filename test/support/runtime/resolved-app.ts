/** Templates of the local runtime, as they are after resolution. */
import type { ResolvedApp, Resource } from '../../../lib/local/types.ts';

export function aResource(type: string, name: string, arn: string, properties: object = {}): Resource {
  return { stack: 'test', logicalId: name, type, physicalId: name, arn, properties: { ...properties } };
}

export function resolvedApp(...resources: Resource[]): ResolvedApp {
  return {
    resources,
    ofType: (type) => resources.filter((one) => one.type === type),
    find: (id) => resources.find(({ physicalId, arn }) => physicalId === id || arn === id),
    assetPath: () => undefined,
  };
}

/**
 * The file of each function's handler, from the project's root: `functions/<module>/list-rules.ts`, in a folder of its own
 * there if its stack has another name than the module.
 */
import { type EndpointSpec, kebabCase } from '../../shared/kernel/http/endpoint-spec.ts';
import type { Worker } from '../../shared/kernel/queues/worker-spec.ts';

/** The modules whose functions are in several stacks, with the names of the other ones. */
const stacksOf: Readonly<Record<string, readonly string[]>> = {
  identity: ['api-keys', 'auth', 'directory', 'roles', 'users'],
  platform: ['canary', 'console', 'front', 'health', 'overview'],
  webhooks: ['inbound'],
};

/** The folder of the functions of a stack. */
export function functionFolder(stack: string): string {
  const module = Object.keys(stacksOf).find((name) => stacksOf[name]?.includes(stack));
  return module === undefined ? `functions/${stack}` : `functions/${module}/${stack}`;
}

/** The file of an endpoint's handler. */
export const entryFile = ({ module, operationId }: Pick<EndpointSpec, 'module' | 'operationId'>): string =>
  `${functionFolder(module)}/${kebabCase(operationId)}.ts`;

/** The file of a worker's handler: `publish-events.stream.ts` for `publishEvents`, started by a stream. */
export const workerFile = ({ module, name, trigger }: Pick<Worker, 'module' | 'name' | 'trigger'>): string =>
  `${functionFolder(module)}/${kebabCase(name)}.${trigger.kind}.ts`;

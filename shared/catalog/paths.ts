/** The methods of every path, for the responses to other methods. */
import { platformResources } from '../extensions/resources.ts';
import { methodsOf } from '../kernel/resources/declarations.ts';
import { methodsOfModulePaths } from './module-paths.ts';

export const methodsOfPaths: Readonly<Record<string, string>> = Object.assign(
  {},
  methodsOfModulePaths,
  ...platformResources.map(methodsOf),
);

/** The code of every exported list, by the path of the list: of modules, and of the resources that a team declares. */
import { platformResources } from '../extensions/resources.ts';
import type { LoadExports } from '../kernel/lists/export-handler.ts';
import { moduleExports } from './module-exports.ts';

const ofResources: LoadExports = () => import('./exports-of-resources.ts');

export const exportedLists: Readonly<Record<string, LoadExports>> = {
  ...moduleExports,
  ...Object.fromEntries(platformResources.map(({ path }) => [path, ofResources])),
};

/** The exported lists of the resources that a team declares. */
import { platformResources } from '../extensions/resources.ts';
import { exportOf } from '../kernel/resources/export.ts';

export const exportSources = platformResources.map(exportOf);

/** The exported list of events, which are those of all modules. */
import { exportSourcesOf } from '../modules/events/exports.ts';
import { catalogue } from './catalogue-entries.ts';

export const exportSources = exportSourcesOf(catalogue);

import { exportHandler } from '../../shared/exports/export-handler.ts';
import { exportSources } from '../../shared/exports/sources.ts';

export const handler = exportHandler(exportSources);

import { exportedLists } from '../../shared/catalog/exports.ts';
import { exportHandler } from '../../shared/kernel/lists/export-handler.ts';

export const handler = exportHandler(exportedLists);

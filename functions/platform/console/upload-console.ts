import { uploadHandler } from '../../../shared/modules/platform/console/upload-handler.ts';

export const handler = uploadHandler(process.env, import.meta.dirname);

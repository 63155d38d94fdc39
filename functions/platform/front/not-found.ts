import { methodsOfPaths } from '../../../shared/catalog/paths.ts';
import { frontHandler } from '../../../shared/modules/platform/front/front-handler.ts';

export const handler = frontHandler(methodsOfPaths);

import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { saveViews } from '../../../shared/modules/identity/views/contract.ts';
import * as views from '../../../shared/modules/identity/views/view-service.ts';

export const handler = endpoint(saveViews, views.saveViews);

import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as firings from '../../shared/modules/scheduler/firings.ts';
import { previewFirings } from '../../shared/modules/scheduler/firings-contract.ts';

export const handler = endpoint(previewFirings, firings.previewFirings);

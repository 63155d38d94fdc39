import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listSegments } from '../../shared/modules/toggles/segment-contract.ts';
import * as segments from '../../shared/modules/toggles/segment-service.ts';

export const handler = endpoint(listSegments, segments.listSegments);

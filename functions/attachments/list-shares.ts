import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listShares } from '../../shared/modules/attachments/delivery/share-contract.ts';
import * as shares from '../../shared/modules/attachments/delivery/share-service.ts';

export const handler = endpoint(listShares, shares.listShares);

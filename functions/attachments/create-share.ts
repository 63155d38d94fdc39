import { refuseReplay } from '../../shared/kernel/http/create-once.ts';
import { creation } from '../../shared/kernel/http/creation.ts';
import { createShare } from '../../shared/modules/attachments/delivery/share-contract.ts';
import * as shares from '../../shared/modules/attachments/delivery/share-service.ts';

export const handler = creation(createShare, shares.createShare, refuseReplay);

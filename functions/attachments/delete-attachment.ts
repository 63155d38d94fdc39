import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as library from '../../shared/modules/attachments/library/library-service.ts';
import { deleteAttachment } from '../../shared/modules/attachments/library/record-files-contract.ts';

export const handler = endpoint(deleteAttachment, library.deleteAttachment);

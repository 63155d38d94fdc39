import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { previewEmail } from '../../shared/modules/email/template-contract.ts';
import * as templates from '../../shared/modules/email/texts/template-service.ts';

export const handler = endpoint(previewEmail, templates.previewEmail);

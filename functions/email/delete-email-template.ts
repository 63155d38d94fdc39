import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { deleteEmailTemplate } from '../../shared/modules/email/template-contract.ts';
import * as templates from '../../shared/modules/email/texts/template-service.ts';

export const handler = endpoint(deleteEmailTemplate, templates.deleteEmailTemplate);

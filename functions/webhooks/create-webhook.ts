import { creation } from '../../shared/kernel/http/creation.ts';
import * as secrets from '../../shared/modules/webhooks/endpoints/secret-service.ts';
import { createWebhook } from '../../shared/modules/webhooks/endpoints/webhook-contract.ts';

export const handler = creation(createWebhook, secrets.createWebhook, secrets.createdWebhook);

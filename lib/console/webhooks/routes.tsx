import { CreateWebhookPage } from './create-webhook-page.tsx';
import { EditWebhookPage } from './edit-webhook-page.tsx';
import { WebhookPage } from './webhook-page.tsx';
import { WebhooksPage } from './webhooks-page.tsx';

export const list = { Component: WebhooksPage };
export const create = { Component: CreateWebhookPage };
export const show = { Component: WebhookPage };
export const edit = { Component: EditWebhookPage };

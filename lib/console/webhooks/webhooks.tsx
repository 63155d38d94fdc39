/** Webhooks: addresses to which events are sent. */
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { webhooks } from '../../../shared/clients/typescript/resources.ts';
import { ifMatch, withVersion } from '../api/queries.ts';
import { link, time } from '../resources/cells.tsx';
import { search, state } from '../resources/filters.tsx';
import { resource } from '../resources/resource.tsx';
import { webhookTexts } from '../texts/webhooks.ts';
import type { BulkCall } from '../ui/bulk-bar.tsx';
import { bodyOf, formOf, newWebhook, type WebhookForm } from './webhook-fields.ts';
import { WebhookFields } from './webhook-form.tsx';
import { WebhookActions, WebhookBody } from './webhook-page.tsx';
import { WebhookState } from './webhook-state.tsx';

const { list: texts, states } = webhookTexts;
const at = '/webhooks';
const path = '/api/webhooks';

const switchTo =
  (isActive: boolean): BulkCall =>
  (api, ids) =>
    orThrow(api.POST('/api/webhooks/bulk-update', { body: { ids, isActive } }));

export const { list, create, edit, show } = resource({
  of: webhooks,
  kind: 'webhooks.webhook',
  at,
  reads: 'webhooks',
  icon: 'webhook',
  list: {
    texts,
    filters: { search: search(texts), isActive: state(texts.state, { on: states.active, off: states.off }) },
    read: (api, query) => orThrow(api.GET(path, { params: { query } })),
    columns: {
      name: link(at, 'name', 'url'),
      events: ({ subscribedEvents }) => (
        <span title={subscribedEvents.join('\n')}>{webhookTexts.events(subscribedEvents)}</span>
      ),
      state: (row) => <WebhookState of={row} />,
      lastSuccess: time('lastSuccessAt'),
      lastFailure: time('lastFailureAt'),
    },
    bulk: {
      nameOf: ({ name }) => name,
      refreshes: ['webhooks'],
      turnOn: switchTo(true),
      turnOff: switchTo(false),
      remove: (api, ids) => orThrow(api.POST('/api/webhooks/bulk-delete', { body: { ids } })),
    },
  },
  one: {
    read: (api, id) => withVersion(api.GET('/api/webhooks/{id}', { params: { path: { id } } })),
    title: ({ name }) => name,
    intro: ({ description }) => description,
    Actions: WebhookActions,
    Body: WebhookBody,
  },
  form: {
    texts: webhookTexts.form,
    initial: newWebhook,
    formOf,
    create: (api, form: WebhookForm) => orThrow(api.POST(path, { body: bodyOf(form) })),
    change: (api, id, { fields, etag }) =>
      orThrow(
        api.PUT('/api/webhooks/{id}', { params: { path: { id }, ...ifMatch(etag) }, body: bodyOf(fields) }),
      ),
    Fields: WebhookFields,
    secret: webhookTexts.secret,
  },
  remove: {
    texts: webhookTexts.remove,
    call: (api, id) => orThrow(api.DELETE('/api/webhooks/{id}', { params: { path: { id } } })),
  },
});

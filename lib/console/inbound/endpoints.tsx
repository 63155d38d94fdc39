/** Inbound endpoints: addresses that receive the webhooks of providers. */
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { inboundEndpoints } from '../../../shared/clients/typescript/resources.ts';
import { ifMatch, withVersion } from '../api/queries.ts';
import { link, time } from '../resources/cells.tsx';
import { anyOf, search, state } from '../resources/filters.tsx';
import { resource } from '../resources/resource.tsx';
import { inboundTexts } from '../texts/inbound.ts';
import {
  createBodyOf,
  type EndpointForm,
  formOf,
  newEndpoint,
  providerKeys,
  providerTitle,
  updateBodyOf,
} from './endpoint-fields.ts';
import { EndpointFields } from './endpoint-form.tsx';
import { EndpointActions, EndpointBody } from './endpoint-page.tsx';
import { EndpointState } from './endpoint-state.tsx';

const { list: texts, states } = inboundTexts;
const at = '/inbound';
const path = '/api/webhooks/inbound-endpoints';

export const { list, create, edit, show } = resource({
  of: inboundEndpoints,
  kind: 'webhooks.inbound_endpoint',
  at,
  reads: 'inbound',
  icon: 'inbox',
  list: {
    texts,
    filters: {
      search: search(texts),
      providerKey: anyOf(
        'provider',
        texts.provider,
        providerKeys.map((key) => [key, providerTitle(key)]),
      ),
      isActive: state(texts.state, { on: states.active, off: states.off }),
    },
    read: (api, query) => orThrow(api.GET(path, { params: { query } })),
    columns: {
      name: link(at, 'name', 'description'),
      provider: ({ providerKey }) => providerTitle(providerKey),
      state: ({ isActive }) => <EndpointState isActive={isActive} />,
      created: time('createdAt'),
      updated: time('updatedAt'),
    },
  },
  one: {
    read: (api, id) => withVersion(api.GET(`${path}/{id}`, { params: { path: { id } } })),
    title: ({ name }) => name,
    intro: ({ description }) => description,
    Actions: EndpointActions,
    Body: EndpointBody,
  },
  form: {
    texts: inboundTexts.form,
    initial: newEndpoint,
    formOf,
    create: (api, form: EndpointForm) => orThrow(api.POST(path, { body: createBodyOf(form) })),
    change: (api, id, { fields, etag }) =>
      orThrow(
        api.PUT(`${path}/{id}`, {
          params: { path: { id }, ...ifMatch(etag) },
          body: updateBodyOf(fields),
        }),
      ),
    Fields: EndpointFields,
    secret: inboundTexts.secret,
  },
  remove: {
    texts: inboundTexts.remove,
    call: (api, id) => orThrow(api.DELETE(`${path}/{id}`, { params: { path: { id } } })),
  },
});

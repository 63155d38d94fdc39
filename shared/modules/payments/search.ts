/** Payments by id, and by the provider's id. */
import { namedBy, type SearchSources, tenantsIn } from '../../kernel/modules/search.ts';
import { paymentKey, paymentSessionPartition, paymentSessionPrefix } from './keys.ts';
import { providerKeys } from './providers/provider-names.ts';

/** Ids of providers have no blanks, and an underscore after their kind: `pi_…`, `cs_…`, `manual_…`. */
const providersId = /^([a-z]+)_\S{6,}$/;

/** The providers whose id it can be: those of payments that are made by hand say so. */
function providersOf(text: string): readonly string[] {
  const [, start] = providersId.exec(text) ?? [];
  if (start === undefined) return [];
  return providerKeys.filter((key) => (key === 'manual') === (start === 'manual'));
}

export const searchSources: SearchSources = {
  'payment_gateways.payment': {
    feature: 'payment_gateways.view',
    shownTo: 'selected',
    aliases: ['payment_gateways.session'],
    keys: (scope, id) => tenantsIn(scope).map((tenant) => paymentKey(tenant, id)),
    thingIn: namedBy('sessionId', 'status'),
    externalIds: {
      queries: (scope, text) =>
        tenantsIn(scope).flatMap((tenant) =>
          providersOf(text).map((provider) => ({
            pk: paymentSessionPartition(provider, text),
            skPrefix: paymentSessionPrefix(tenant),
            organizationId: null,
            max: 1,
          })),
        ),
      keysIn: ({ id }, scope) => tenantsIn(scope).map((tenant) => paymentKey(tenant, String(id))),
    },
  },
};

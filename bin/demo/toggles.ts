import type { Tour } from './tour.ts';

/** A toggle is off for everybody and flips for one tenant. */
export async function toggleSteps({ access, chapter, step, tag }: Tour): Promise<void> {
  chapter('Feature toggles');
  const identifier = `new_checkout_${tag}`;
  const check = `/api/feature_toggles/check/boolean?identifier=${identifier}`;
  const shown = ({ enabled, source }: Record<string, unknown>) => ({ enabled, source });
  const toggle = await step('A toggle, off for everybody', {
    method: 'POST',
    path: '/api/feature_toggles/global',
    key: 'superAdmin',
    expect: 201,
    body: { identifier, name: 'New checkout', type: 'boolean', category: 'sales', defaultValue: false },
  });
  await step('acme asks', { method: 'GET', path: check, key: 'acmeViewer', expect: 200, show: shown });
  await step('acme gets it', {
    method: 'PUT',
    path: `/api/feature_toggles/overrides?tenantId=${access.tenants.acme.id}`,
    key: 'superAdmin',
    expect: 200,
    body: { toggleId: toggle.id, isOverride: true, overrideValue: true },
  });
  await step('acme asks again', { method: 'GET', path: check, key: 'acmeViewer', expect: 200, show: shown });
  await step('globex does not have it', {
    method: 'GET',
    path: check,
    key: 'globexAdmin',
    expect: 200,
    show: shown,
  });
}

import type { Tour } from './tour.ts';

/** A toggle is off for everybody and flips for one tenant. */
export async function toggleSteps({ access, as, call, chapter, sample, tag }: Tour): Promise<void> {
  chapter('Feature toggles');
  const [acme, globex] = [as('acmeViewer'), as('globexAdmin')];
  const identifier = `new_checkout_${tag}`;
  const check = { params: { query: { identifier } } };
  const show = ({ enabled, source }: { enabled: boolean; source: string }) => ({ enabled, source });
  const toggle = await sample('A toggle, off for everybody', 'createToggle', {
    key: 'superAdmin',
    body: { identifier },
  });
  const asked = () => acme.GET('/api/feature_toggles/check/boolean', check);
  await call('acme asks', asked, { show });
  await sample('acme gets it', 'setOverride', {
    key: 'superAdmin',
    query: { tenantId: access.tenants.acme.id },
    body: { toggleId: toggle.id },
  });
  await call('acme asks again', asked, { show });
  await call('globex does not have it', () => globex.GET('/api/feature_toggles/check/boolean', check), {
    show,
  });
}

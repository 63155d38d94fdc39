import type { Tour } from './tour.ts';

/** A toggle is off for everybody and flips for one tenant. */
export async function toggleSteps({ access, as, call, chapter, tag }: Tour): Promise<void> {
  chapter('Feature toggles');
  const [platform, acme, globex] = [as('superAdmin'), as('acmeViewer'), as('globexAdmin')];
  const identifier = `new_checkout_${tag}`;
  const check = { params: { query: { identifier } } };
  const show = ({ enabled, source }: { enabled: boolean; source: string }) => ({ enabled, source });
  const toggle = await call('A toggle, off for everybody', () =>
    platform.POST('/api/feature_toggles/global', {
      body: { identifier, name: 'New checkout', type: 'boolean', category: 'sales', defaultValue: false },
    }),
  );
  const asked = () => acme.GET('/api/feature_toggles/check/boolean', check);
  await call('acme asks', asked, { show });
  await call('acme gets it', () =>
    platform.PUT('/api/feature_toggles/overrides', {
      params: { query: { tenantId: access.tenants.acme.id } },
      body: { toggleId: toggle.id, isOverride: true, overrideValue: true },
    }),
  );
  await call('acme asks again', asked, { show });
  await call('globex does not have it', () => globex.GET('/api/feature_toggles/check/boolean', check), {
    show,
  });
}

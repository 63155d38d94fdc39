import type { Tour } from './tour.ts';

/** A toggle is off for all tenants and is enabled for one. */
export async function toggleSteps(tour: Tour): Promise<void> {
  const { access, as, call, chapter, sample, tag } = tour;
  chapter('Feature toggles');
  const [acme, globex] = [as('acmeViewer'), as('globexAdmin')];
  const identifier = `new_checkout_${tag}`;
  const check = { params: { query: { identifier } } };
  const show = ({ enabled, source }: { enabled: boolean; source: string }) => ({ enabled, source });
  const toggle = await sample('Create a toggle, off for all tenants', 'createToggle', {
    key: 'superAdmin',
    body: { identifier },
  });
  const checkToggle = () => acme.GET('/api/feature_toggles/check/boolean', check);
  await call('acme evaluates it', checkToggle, { show });
  await sample('Enable it for acme', 'setOverride', {
    key: 'superAdmin',
    query: { tenantId: access.tenants.acme.id },
    body: { toggleId: toggle.id },
  });
  await call('acme evaluates it again', checkToggle, { show });
  await call('globex still has it off', () => globex.GET('/api/feature_toggles/check/boolean', check), {
    show,
  });
  await rolloutSteps(tour);
  await openFeatureSteps(tour);
}

/** Leaves the flag that the samples of the pages evaluate with OpenFeature. */
async function openFeatureSteps({ as, call, sample }: Tour): Promise<void> {
  const superAdmin = as('superAdmin');
  const identifier = 'new_checkout';
  const { items } = await call(
    'Look for the flag of the OpenFeature samples',
    () => superAdmin.GET('/api/feature_toggles/global', { params: { query: { identifier } } }),
    { show: ({ total }) => ({ total }) },
  );
  if (!items.some((toggle) => toggle.identifier === identifier)) {
    const name = 'New checkout (OpenFeature)';
    await sample('Create it', 'createToggle', {
      key: 'superAdmin',
      body: { identifier, name, defaultValue: true },
    });
  }
  await call(
    `OpenFeature evaluates \`${identifier}\``,
    () =>
      as('acmeAdmin').POST('/ofrep/v1/evaluate/flags/{key}', {
        params: { path: { key: identifier } },
        body: { context: { targetingKey: 'user-123' } },
      }),
    { show: ({ key, value, reason }) => ({ key, value, reason }) },
  );
}

/** Number of visitors for which the rollout is evaluated. */
const visitors = 20;

/** A rollout that grows from a tenth to a half: included callers stay included. */
async function rolloutSteps({ as, call, sample, tag }: Tour): Promise<void> {
  const superAdmin = as('superAdmin');
  const acme = as('acmeAdmin');
  const identifier = `new_search_${tag}`;
  const { id } = await sample('Create a toggle for a rollout', 'createToggle', {
    key: 'superAdmin',
    body: { identifier, name: 'New search' },
  });
  const grow = (percentage: number) =>
    call(
      `Roll it out to ${percentage} %`,
      () =>
        superAdmin.PUT('/api/feature_toggles/global/{id}/targeting', {
          params: { path: { id: String(id) } },
          body: { rules: [{ name: 'Rollout', percentage, value: true }] },
        }),
      { show: ({ rules }) => rules },
    );
  const isIn = async (visitor: number): Promise<boolean> => {
    const evaluation = await acme.POST('/ofrep/v1/evaluate/flags/{key}', {
      params: { path: { key: identifier } },
      body: { context: { targetingKey: `visitor-${visitor}` } },
    });
    return evaluation.data?.value === true;
  };
  const inside = async (): Promise<number[]> => {
    const found: number[] = [];
    for (let visitor = 1; visitor <= visitors; visitor += 1) if (await isIn(visitor)) found.push(visitor);
    return found;
  };
  await grow(10);
  const before = await inside();
  await grow(50);
  const after = await inside();
  const stayed = before.every((visitor) => after.includes(visitor));
  if (!stayed) throw new Error('A growing rollout excluded a visitor.');
  await call(
    `Of ${visitors} visitors, ${before.length} had it and ${after.length} have it now; all who had it kept it. The reason for visitor 1:`,
    () =>
      acme.POST('/api/feature_toggles/playground', {
        body: { identifier, context: { targetingKey: 'visitor-1' } },
      }),
    { show: ({ value, variant, reason }) => ({ value, variant, reason }) },
  );
}

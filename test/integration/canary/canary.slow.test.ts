/** Runs the canary in the local runtime: its function, on its schedule, through the public host. */
import { describe, expect, inject, it } from 'vitest';
import { findCanaryConfig } from '../../../shared/modules/platform/canary/config-store.ts';
import { setUpCanary } from '../../../shared/modules/platform/canary/set-up.ts';
import { connectSecrets } from '../../support/builders/secrets.ts';
import { asTest } from '../../support/builders/tenants.ts';
import { anAdminTool } from '../../support/clients/admin-tool.ts';
import { apiFor } from '../../support/clients/api.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';
import { silently } from '../../support/clients/silence.ts';
import { followTenant } from '../../support/runtime/fan-out.ts';
import { runSchedule } from '../../support/runtime/sweep.ts';

callOverHttp();

connectSecrets();

/** Runs the probe once and returns its log line. */
async function runProbe(): Promise<Record<string, unknown>> {
  const lines = async () => {
    const answer = await fetch(`${inject('controlUrl')}/logs?functionName=pm-local-canary-probe`);
    const { lines: all } = (await answer.json()) as { lines: { line: string }[] };
    return all.map(({ line }) => JSON.parse(line)).filter(({ message }) => /^canary /.test(message));
  };
  const before = (await lines()).length;
  await runSchedule('canary', 'probe');
  const [line] = (await lines()).slice(before);
  return line ?? {};
}

const tool = anAdminTool();

// In sequence: a deployment has one canary.
describe('the canary', () => {
  it('writes a record through the public host and sees its webhook accepted', async () => {
    const config = await silently(() => setUpCanary(inject('baseUrl'), asTest()));
    await followTenant(config.tenantId);
    const line = await runProbe();
    expect(line).toMatchObject({ message: 'canary returned', canaryLost: 0 });
    const deliveries = line.deliveries as { id: string; status: string }[];
    expect(deliveries).toMatchObject([{ status: 'delivered', responseStatus: 200 }]);

    const api = apiFor((await findCanaryConfig())?.secret ?? '');
    const detail = await api.get(`/api/webhooks/deliveries/${deliveries[0]?.id}`);
    expect(detail.body).toMatchObject({ webhookId: config.webhookId, eventType: 'canary.probe.created' });
    const records = await api.get('/api/entities/records?entityType=canary.probe');
    expect(records.body).toMatchObject({ total: 0 });
  });

  it('has only the permissions of its probe', async () => {
    const api = apiFor((await findCanaryConfig())?.secret ?? '');
    expect((await api.get('/api/business_rules/rules')).status).toBe(403);
    expect((await api.get('/api/api_keys/keys')).status).toBe(403);
  });

  it('is set up again with another key, endpoint and webhook, and runs again', async () => {
    const before = await findCanaryConfig();
    const config = await tool.admin<Record<string, string>>(
      'canary',
      'set-up',
      '--url',
      `${inject('baseUrl')}/`,
    );
    expect(JSON.stringify(config)).not.toMatch(/pmk_|whsec_/);
    expect(config.tenantId).toBe(before?.tenantId);
    for (const part of ['keyId', 'endpointId', 'webhookId'] as const)
      expect(config[part]).not.toBe(before?.[part]);
    expect((await apiFor(before?.secret ?? '').get('/api/entities/records')).status).toBe(401);
    expect(await runProbe()).toMatchObject({ message: 'canary returned' });
  });
});

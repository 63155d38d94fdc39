/** Parts of a request without an effect are accepted and reported. */
import { describe, expect, it } from 'vitest';
import { aFile, attachmentsPath, upload, uploadsPath } from '../../support/builders/attachments.ts';
import { check, integrationPath } from '../../support/builders/integrations.ts';
import { rulesPath } from '../../support/builders/rules.ts';
import { aRule, aTenant } from '../../support/builders/tenants.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';

callOverHttp();

const unknown = (part: 'body' | 'query', path: string) =>
  `The ${part} field "${path}" is unknown and was ignored.`;

describe('warnings', () => {
  it('name unknown keys of a body, including nested ones, in body and header', async () => {
    const { api } = await aTenant();
    const body = { ...aRule(), enabeld: true, größe: 1 };
    const created = await api.post(rulesPath, { body });
    const warnings = [unknown('body', 'enabeld'), unknown('body', 'größe')];
    expect(created).toMatchObject({ status: 201, body: { warnings } });
    expect(created.headers.get('x-warnings')).toBe(
      `${unknown('body', 'enabeld')} ${unknown('body', 'gr\\u00f6\\u00dfe')}`,
    );
  });

  it('name unknown keys of a query, except those that select a tenant or an organization', async () => {
    const { api, tenantId, organizationId } = await aTenant();
    const scope = `tenantId=${tenantId}&organizationId=${organizationId}`;
    const listed = await api.get(`${rulesPath}?pagesize=5&${scope}`);
    expect(listed).toMatchObject({ status: 200, body: { warnings: [unknown('query', 'pagesize')] } });
    const plain = await api.get(`${rulesPath}?${scope}`);
    expect(plain.headers.has('x-warnings')).toBe(false);
    expect(plain.body).not.toHaveProperty('warnings');
  });

  it('are in the header of an export, without its format', async () => {
    const { api } = await aTenant();
    const path = '/api/entities/records?entityType=sales.order&format=csv';
    expect((await api.get(path)).headers.has('x-warnings')).toBe(false);
    const { headers } = await api.get(`${path}&srot=1`);
    expect(headers.get('x-warnings')).toBe(unknown('query', 'srot'));
  });

  it('ignore custom fields, and name filters of a type without custom fields', async () => {
    const { api } = await aTenant();
    const body = { entityType: 'sales.order', fields: { total: 1 }, feilds: {} };
    const created = await api.post('/api/entities/records', { body });
    expect(created).toMatchObject({ status: 201, body: { warnings: [unknown('body', 'feilds')] } });
    const listed = await api.get('/api/entities/records?entityType=sales.order&cf_nope=1');
    expect(listed.body.warnings).toEqual(['sales.order has no custom fields; ignored: cf_nope.']);
  });

  it('are errors in strict requests, also of exports and tested rules', async () => {
    const { api } = await aTenant();
    const headers = { prefer: 'handling=strict' };
    const ofType = '/api/entities/records?entityType=sales.order';
    for (const query of ['srot=1', 'cf_nope=1', 'format=csv&srot=1']) {
      const field = query.split('&').at(-1)?.split('=')[0];
      expect(await api.get(`${ofType}&${query}`, { headers })).toMatchObject({
        status: 400,
        body: { details: [{ field, message: 'is unknown' }] },
      });
    }
    const tried = await api.post(`${rulesPath}/validate`, { headers, body: { ...aRule(), testData: 1 } });
    expect(tried.body).toMatchObject({ valid: false, errors: { testData: 'is unknown' } });
    expect(tried.headers.get('preference-applied')).toBe('handling=strict');
  });

  it('name unknown keys of a tested rule', async () => {
    const { api } = await aTenant();
    const body = { ...aRule(), testData: { total: 1 } };
    const tried = await api.post(`${rulesPath}/validate`, { body });
    expect(tried).toMatchObject({
      status: 200,
      body: { valid: true, warnings: [unknown('body', 'testData')] },
    });
  });

  it('report that a file is stored in another partition if the named one is unknown', async () => {
    const { api } = await aTenant();
    const warnings = [
      'The partition "contarcts" does not exist; the file is stored in "privateAttachments".',
    ];
    const stored = await upload(api, { partitionCode: 'contarcts' });
    expect(stored).toMatchObject({ status: 200, body: { warnings } });
    const body = { entityId: 'sales.order', recordId: '1', fileName: 'a.txt', partitionCode: 'contarcts' };
    expect(await api.post(uploadsPath, { body })).toMatchObject({ status: 201, body: { warnings } });
    expect(await aFile(api, { partitionCode: 'privateAttachments' })).toMatchObject({
      partitionCode: 'privateAttachments',
    });
    expect((await api.get(`${attachmentsPath}/library`)).body).not.toHaveProperty('warnings');
  });

  it('name the missing credentials of an integration, as do its health check and errors', async () => {
    const owner = await aTenant();
    const path = integrationPath('sync_http_json');
    const saved = await owner.api.put(`${path}/credentials`, {
      body: { credentials: { baseUrl: 'https://api.example.com' } },
    });
    expect(saved).toMatchObject({
      status: 200,
      body: { ok: true, warnings: ['sync_http_json does not work yet: token missing.'] },
    });
    expect(await check(owner, 'sync_http_json')).toMatchObject({
      status: 'unhealthy',
      message: 'Missing credentials: token',
      details: { missing: ['token'] },
    });
    const validated = await owner.api.post('/api/data_sync/validate', {
      body: { integrationId: 'sync_http_json', entityType: 'sales.order', direction: 'import' },
    });
    expect(validated).toMatchObject({
      status: 422,
      body: {
        error:
          'The integration sync_http_json is not configured: save token with PUT ' +
          '/api/integrations/sync_http_json/credentials.',
        message: 'Missing credentials',
        missing: ['token'],
      },
    });
    const emptied = await owner.api.put(`${path}/credentials`, { body: { credentials: {} } });
    expect(emptied.body).toEqual({ ok: true });
  });
});

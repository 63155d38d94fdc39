import type { Tour } from './tour.ts';

/** Integrations with external services: enabled, given credentials that are never returned, checked. */
export async function integrationSteps({ chapter, sample, step, tag }: Tour): Promise<void> {
  chapter('Integrations');
  const key = 'acmeAdmin';
  const integrations = '/api/integrations';
  await step('List the available integrations', {
    method: 'GET',
    path: integrations,
    key: 'acmeViewer',
    expect: 200,
    show: ({ items }) =>
      (items as { id: string; isEnabled: boolean }[]).map(
        ({ id, isEnabled }) => `${id} ${isEnabled ? 'on' : 'off'}`,
      ),
  });
  const http = `${integrations}/sync_http_json`;
  await step('Save credentials, encrypted with a key of the tenant', {
    method: 'PUT',
    path: `${http}/credentials`,
    key,
    expect: 200,
    body: { credentials: { baseUrl: 'https://api.example.com/v1', token: `token-${tag}` } },
  });
  const saved = await step('Reads return a placeholder instead of secrets', {
    method: 'GET',
    path: `${http}/credentials`,
    key: 'acmeViewer',
    expect: 200,
    show: ({ credentials }) => credentials,
  });
  await step('Sending the placeholder leaves the secret unchanged', {
    method: 'PUT',
    path: `${http}/credentials`,
    key,
    expect: 200,
    body: { credentials: saved.credentials },
  });
  await step('Another organization of the tenant has its own', {
    method: 'GET',
    path: `${http}/credentials`,
    key: 'acmeSouthAdmin',
    expect: 200,
    show: ({ credentials }) => credentials,
  });
  const stripe = `${integrations}/gateway_stripe`;
  await sample('Select an older version of the API', 'updateIntegrationVersion', {
    key,
    show: (answer) => answer,
  });
  await step('An unknown version is refused', {
    method: 'PUT',
    path: `${stripe}/version`,
    key,
    expect: 400,
    body: { apiVersion: '1999-01-01' },
    show: ({ details }) => details,
  });
  await step('Select the latest version again', {
    method: 'PUT',
    path: `${stripe}/version`,
    key,
    expect: 200,
    body: { apiVersion: '2025-02-24.acacia' },
  });
  await sample(
    'Check the connection now; enabled integrations are checked every 15 minutes',
    'checkIntegrationHealth',
    { key, show: ({ status, message }) => ({ status, message }) },
  );
  await step("The integration's log", {
    method: 'GET',
    path: `${integrations}/logs?integrationId=webhook_custom&pageSize=1`,
    key: 'acmeViewer',
    expect: 200,
    show: ({ items }) => (items as { message: string }[]).map(({ message }) => message),
  });
}

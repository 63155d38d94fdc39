import { expect, inject, it } from 'vitest';
import { aTenant } from '../../support/builders/tenants.ts';
import { aUser } from '../../support/builders/users.ts';
import { apiFor } from '../../support/clients/api.ts';
import { browse } from '../../support/clients/browser-request.ts';
import { accessibilityProblems, signIn, useConsole } from '../../support/clients/console.ts';

const visitConsole = useConsole();

const redirectUri = 'http://127.0.0.1:33418/callback';
/** The example of RFC 7636. */
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

async function aRequest(): Promise<URLSearchParams> {
  const { body } = await browse<{ client_id: string }>('POST', '/api/auth/oauth/clients', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Assistant of Ada', redirect_uris: [redirectUri] }),
  });
  return new URLSearchParams({
    ...{ response_type: 'code', client_id: body.client_id, redirect_uri: redirectUri, scope: 'read write' },
    ...{ code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' },
    ...{ state: 'of the assistant', resource: `${inject('baseUrl')}/mcp` },
  });
}

it('a user signs in, allows only reading, returns to the application, and ends it', async () => {
  const user = await aUser(await aTenant());
  const request = await aRequest();
  const { page, open } = await visitConsole({ expected: /status of 401|127\.0\.0\.1:33418/ });
  await page.route('http://127.0.0.1:33418/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Received</h1>' }),
  );
  await open(`/connect?${request}`);
  await signIn(page, user);
  await page.getByRole('heading', { name: 'Connect an application', level: 1 }).waitFor();
  for (const text of ['Assistant of Ada', '127.0.0.1:33418', 'test tenant', 'Read and change what you may'])
    await page.getByText(text).first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByLabel('Allow only reading').check();
  await page.getByText('Read what you may read').waitFor();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.waitForURL(/^http:..127\.0\.0\.1:33418/);
  const { searchParams } = new URL(page.url());
  expect(Object.fromEntries(searchParams)).toMatchObject({
    state: 'of the assistant',
    iss: inject('baseUrl'),
  });
  const { body } = await browse<{ access_token: string }>('POST', '/api/auth/oauth/token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: request.get('client_id') ?? '',
      code: searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }).toString(),
  });
  expect(body).toMatchObject({ scope: 'read' });

  await open('/sessions');
  const row = page.getByRole('row', { name: /Assistant of Ada/ });
  await row.getByText('Application, read-only').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await row.getByRole('button', { name: 'End the session of Assistant of Ada' }).click();
  await row.waitFor({ state: 'detached' });
  expect((await apiFor(body.access_token).get('/api/auth/session')).status).toBe(401);
});

it('denies, shows what is wrong with a request, and cannot be framed', async () => {
  const user = await aUser(await aTenant());
  const request = await aRequest();
  const { page, open } = await visitConsole({ user, expected: /status of 400|127\.0\.0\.1:33418/ });
  await page.route('http://127.0.0.1:33418/**', (route) => route.fulfill({ body: 'Received' }));
  await open(`/connect?${request}`);
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.waitForURL(/^http:..127\.0\.0\.1:33418.*error=access_denied/);

  request.set('redirect_uri', 'https://evil.example/callback');
  await open(`/connect?${request}`);
  await page.getByRole('alert').getByText('redirect_uri is not registered').first().waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Allow', exact: true }).count()).toBe(0);
  const { headers } = await fetch(`${inject('baseUrl')}/console/connect`);
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});

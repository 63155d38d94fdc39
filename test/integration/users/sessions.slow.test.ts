/** Effects of user changes on sessions. */
import { describe, expect, it } from 'vitest';
import { loggedIn, probe, usersPath } from '../../support/builders/roles.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aUser, password } from '../../support/builders/users.ts';
import { logIn } from '../../support/clients/browser-request.ts';
import { during } from '../../support/fault-injection/faults.ts';

const put = ({ api }: TestCaller, body: Record<string, unknown>) => api.put(usersPath, { body });
const newPassword = 'Difference-2';

const endings: [string, (caller: TestCaller, id: string) => Promise<{ status: number }>][] = [
  ['a new password', (caller, id) => put(caller, { id, password: newPassword })],
  ['deactivation', (caller, id) => put(caller, { id, isActive: false })],
  ['deletion', ({ api }, id) => api.delete(`${usersPath}?id=${id}`)],
];

describe.each(endings)('%s', (_, end) => {
  it('that is interrupted before its commit admits no session, and completes when repeated', async () => {
    const caller = await aTenant();
    const user = await aUser(caller);
    const session = await loggedIn(user);
    const commit = { action: 'TransactWriteItems', bodyContains: `"resourceId":{"S":"${user.id}"}` };
    const interrupted = await during({ effect: 'error', ...commit }, () => end(caller, user.id));
    expect(interrupted.status).toBe(503);
    expect(await probe(session)).toBe(401);
    expect((await logIn({ email: user.email, password })).status).toBe(401);
    expect((await end(caller, user.id)).status).toBe(200);
    expect((await logIn({ email: user.email, password })).status).toBe(401);
  });

  it('that is concurrent with log-ins ends all of them', async () => {
    const caller = await aTenant();
    const user = await aUser(caller);
    const logIns = Array.from({ length: 4 }, () => loggedIn(user).catch(() => undefined));
    const [ended, ...sessions] = await Promise.all([end(caller, user.id), ...logIns]);
    expect(ended.status).toBe(200);
    for (const session of sessions) if (session) expect(await probe(session)).toBe(401);
  });
});

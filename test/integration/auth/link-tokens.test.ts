/** The tokens of links: what voids them, for each purpose. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { type LinkPurposeName, linkPurposes } from '../../../shared/kernel/auth/link-token.ts';
import { NotFoundError } from '../../../shared/kernel/errors/errors.ts';
import { downloadSharedFile } from '../../../shared/modules/attachments/delivery/share-service.ts';
import { resetPassword } from '../../../shared/modules/email/accounts/account-service.ts';
import { issueReset } from '../../../shared/modules/email/accounts/token-store.ts';
import { confirmAddress, unsubscribe } from '../../../shared/modules/email/link-service.ts';
import { linkFor } from '../../../shared/modules/email/links.ts';
import { readContact } from '../../../shared/modules/email/settings/contact-store.ts';
import { findUser } from '../../../shared/modules/identity/users/user-store.ts';
import { libraryPath } from '../../support/builders/attachments.ts';
import { aStoredFile } from '../../support/builders/files.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { anEmail, aUser } from '../../support/builders/users.ts';
import { aLoopbackAddress } from '../../support/clients/browser-request.ts';

/** A link of a purpose: its user, and its use at a time. */
interface Issued {
  userId?: string;
  use(nowMs: number): Promise<unknown>;
  /** Ends what the link is for: the reader unsubscribes from all mails, or the owner revokes the link. */
  end?(): Promise<unknown>;
}

const visitorAt = (nowMs: number) => ({ client: { ip: aLoopbackAddress() }, context: { nowMs } });
const setPassword = (token: string, nowMs: number) =>
  resetPassword(visitorAt(nowMs), { token, password: `Enigma-${nowMs}` });
const tokenIn = (url: string) => new URL(url, 'https://api.example.com').searchParams.get('token') ?? '';
const at = (nowMs: number) => ({ context: { nowMs, requestId: randomUUID() } });

async function accountLink(home: TestCaller, hasPassword: boolean): Promise<Issued> {
  if (hasPassword) {
    const user = await aUser(home);
    const token = await issueReset(user, Date.now());
    return { userId: user.id, use: (nowMs) => setPassword(token, nowMs) };
  }
  const { body } = await home.api.post<{ id: string; link: string }>('/api/auth/users/invite', {
    body: { email: anEmail() },
  });
  return { userId: body.id, use: (nowMs) => setPassword(tokenIn(body.link), nowMs) };
}

const issue: Record<LinkPurposeName, (home: TestCaller) => Promise<Issued>> = {
  reset: (home) => accountLink(home, true),
  invitation: (home) => accountLink(home, false),
  confirm: async ({ tenantId }) => {
    const claims = { tenantId, reader: { address: anEmail() }, type: null };
    const token = tokenIn(await linkFor({ ...claims, purpose: 'confirm' }));
    const off = tokenIn(await linkFor({ ...claims, purpose: 'unsubscribe' }));
    return {
      use: (nowMs) => confirmAddress(at(nowMs), { token }),
      end: () => unsubscribe(at(Date.now()), { token: off }),
    };
  },
  unsubscribe: async (home) => {
    const { tenantId } = home;
    const { id: userId } = await aUser(home);
    const token = tokenIn(
      await linkFor({ purpose: 'unsubscribe', tenantId, reader: { userId }, type: null }),
    );
    return { userId, use: (nowMs) => unsubscribe(at(nowMs), { token }) };
  },
  share: async (home) => {
    const { id } = await aStoredFile(home, Buffer.from('x'));
    const path = `${libraryPath}/${id}/shares`;
    const { body } = await home.api.post<{ id: string; url: string }>(path, { body: {} });
    const conditions = { headOnly: true, ifNoneMatch: undefined, range: undefined, ifRange: undefined };
    const download = { token: body.url.split('/').at(-1) ?? '', ...conditions };
    return {
      use: (nowMs) => downloadSharedFile(visitorAt(nowMs), download),
      end: () => home.api.delete(`${path}/${body.id}`),
    };
  },
};

async function isAccepted({ use }: Issued, nowMs = Date.now()): Promise<boolean> {
  try {
    await use(nowMs);
    return true;
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return false;
  }
}

const change = async (home: TestCaller, { userId }: Issued, ...changes: object[]) => {
  for (const fields of changes) {
    const { status } = await home.api.put('/api/auth/users', { body: { id: userId, ...fields } });
    expect(status).toBe(200);
  }
};

const changes: Record<string, (home: TestCaller, issued: Issued) => Promise<unknown>> = {
  'another address': (home, issued) => change(home, issued, { email: anEmail() }),
  'another address and the former one again': async (home, issued) => {
    const email = (await findUser(home, issued.userId ?? ''))?.email;
    await change(home, issued, { email: anEmail() }, { email });
  },
  'another password': (home, issued) => change(home, issued, { password: 'Colossus-1943' }),
  deactivation: (home, issued) => change(home, issued, { isActive: false }),
  'deactivation and activation': (home, issued) =>
    change(home, issued, { isActive: false }, { isActive: true }),
  'another name': (home, issued) => change(home, issued, { name: 'Ada' }),
};

const ofAccounts = ['another address', 'another address and the former one again', 'another password'];
const voided = [...ofAccounts, 'deactivation', 'deactivation and activation'];

it.each(
  (['reset', 'invitation', 'unsubscribe'] as const).flatMap((purpose) =>
    Object.keys(changes).map((name) => {
      const isVoid = purpose !== 'unsubscribe' && voided.includes(name);
      return [purpose, isVoid ? 'is void' : 'stays valid', name] as const;
    }),
  ),
)('a link to %s %s after %s', async (purpose, state, name) => {
  const home = await aTenant();
  const issued = await issue[purpose](home);
  await changes[name]?.(home, issued);
  expect(await isAccepted(issued)).toBe(state === 'stays valid');
});

const purposes = Object.keys(linkPurposes) as LinkPurposeName[];

it.each(purposes)('a link to %s can be used as often as its purpose says', async (purpose) => {
  const issued = await issue[purpose](await aTenant());
  expect(await isAccepted(issued)).toBe(true);
  expect(await isAccepted(issued)).toBe(linkPurposes[purpose].uses === 'many');
});

it.each(purposes)('a link to %s ends with its life', async (purpose) => {
  const issued = await issue[purpose](await aTenant());
  const lifeMs = (linkPurposes[purpose].lifeSeconds ?? 7 * 86_400) * 1_000;
  const hasEnd = purpose !== 'unsubscribe';
  expect(await isAccepted(issued, Date.now() + lifeMs + 60_000)).toBe(!hasEnd);
  expect(await isAccepted(issued, Date.now() + lifeMs - 60_000)).toBe(true);
});

it.each(['confirm', 'share'] as const)('a link to %s is void after it was ended', async (purpose) => {
  const issued = await issue[purpose](await aTenant());
  await issued.end?.();
  expect(await isAccepted(issued)).toBe(false);
});

it('a token serves no other purpose', async () => {
  const { tenantId } = await aTenant();
  const reader = { address: anEmail() };
  const off = tokenIn(await linkFor({ purpose: 'unsubscribe', tenantId, reader, type: null }));
  await expect(confirmAddress(at(Date.now()), { token: off })).rejects.toThrow(NotFoundError);
  expect(await readContact({ tenantId }, reader.address)).toBeUndefined();
});

import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { aTenant } from '../../support/builders/tenants.ts';
import { aUser } from '../../support/builders/users.ts';
import { journey, useConsole } from '../../support/clients/console.ts';
import { buryLetters, releaseQueue, sendToQueue } from '../../support/clients/dead-letters.ts';
import { eventually } from '../../support/clients/eventually.ts';

const visitConsole = useConsole();

journey('a dead letter is found on the home page, its cause is read, and it is redriven', async (way) => {
  const home = await aTenant({ isSuperAdmin: true });
  const queue = 'webhook-recovery';
  const [note, other] = [`no envelope ${randomUUID()}`, `no envelope ${randomUUID()}`];
  await sendToQueue(queue, note, other);
  await eventually('both dead letters', async () => {
    await releaseQueue(queue);
    const { body } = await home.api.get<{ items: { body: string }[] }>(`/api/overview/dead-letters/${queue}`);
    const texts = body.items.map(({ body: text }) => text);
    return texts.includes(note) && texts.includes(other) ? true : undefined;
  });
  const admin = await aUser(home, { acl: { features: ['*'], isSuperAdmin: true, organizations: null } });
  const { page, press, problems } = await visitConsole({ user: admin, way, at: '/' });
  const group = page.getByRole('region', { name: 'Dead letters' });
  await press(group.getByRole('link', { name: 'All dead letters' }));
  await page.getByRole('region', { name: 'Unprocessed messages' }).waitFor();
  await press(page.getByRole('link', { name: queue, exact: true }));
  const letter = page.getByRole('article').filter({ hasText: note });
  await letter.getByText('MalformedMessageError: The message is not JSON.').waitFor();
  await letter.locator('dl > div', { hasText: 'Attempts' }).getByText('5', { exact: true }).waitFor();
  expect(await problems()).toEqual([]);
  await press(letter.getByRole('button', { name: 'Redrive', exact: true }));
  await page.getByText('The message is back in its queue').waitFor();
  await letter.waitFor({ state: 'detached' });
  await page.getByText(other).waitFor();
  expect(await problems()).toEqual([]);
});

it('dead letters are all redriven at once', async () => {
  const home = await aTenant({ isSuperAdmin: true });
  const note = randomUUID();
  await buryLetters('jobs', `<b>${note}</b>`);
  const admin = await aUser(home, { acl: { features: ['*'], isSuperAdmin: true, organizations: null } });
  const { page } = await visitConsole({ user: admin, at: '/dead-letters/jobs' });
  await page.getByText(`<b>${note}</b>`).waitFor();
  await page.getByRole('button', { name: 'Redrive all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Redrive', exact: true }).click();
  await page.getByText('The messages are moving back to their queue').waitFor();
  await page.getByText('Nothing is left here').waitFor();
});

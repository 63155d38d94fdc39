import { expect, it } from 'vitest';
import { aMerchant, anAuthorized, begin, statusOf } from '../../support/builders/payments.ts';
import { accessibilityProblems, useConsole } from '../../support/clients/console.ts';

const visitConsole = useConsole();

it('an authorized payment is partially captured and refunded, and its history shows both', async () => {
  const merchant = await aMerchant();
  const { transactionId } = await anAuthorized(merchant, { description: 'Order SO-1001' });
  const { page } = await visitConsole({ home: merchant, at: '/payments', expected: /status of 503/ });
  await page.getByRole('link', { name: 'Order SO-1001' }).click();
  await page.getByRole('button', { name: 'Capture', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/€49\.90 are authorized/).waitFor();
  await dialog.getByLabel('Amount in EUR').fill('60');
  await dialog.getByText('Enter an amount above zero, at most €49.90.').waitFor();
  await dialog.getByLabel('Amount in EUR').fill('30');
  await dialog.getByRole('button', { name: 'Capture €30.00' }).click();
  await page.getByText('The payment was captured').waitFor();

  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await dialog.getByText(/At most €30\.00 can be refunded/).waitFor();
  await dialog.getByLabel('Amount in EUR').fill('12.5');
  await dialog.getByLabel('Reason').selectOption('Paid twice');
  // The answer is lost: the same amount, written otherwise, is not another refund.
  await page.route(
    '**/api/payment_gateways/refund*',
    async (route) => {
      await route.fetch();
      await route.fulfill({ status: 503, json: { error: 'Try again.', code: 'busy' } });
    },
    { times: 1 },
  );
  await dialog.getByRole('button', { name: 'Refund €12.50' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel('Amount in EUR').fill('12.50');
  await dialog.getByRole('button', { name: 'Refund €12.50' }).click();
  await page.getByText('The payment was refunded').waitFor();
  await page.getByRole('region', { name: 'Refunds' }).getByText('€12.50').waitFor();
  expect(await statusOf(merchant, transactionId)).toMatchObject({
    amountReceived: 30,
    amountRefunded: 12.5,
  });
  expect(await accessibilityProblems(page)).toEqual([]);
  await expect.poll(() => page.getByText('Operation', { exact: true }).count()).toBeGreaterThanOrEqual(2);
});

it('a bank transfer is captured in parts by keyboard', async () => {
  const merchant = await aMerchant();
  const { transactionId } = await begin(merchant, { providerKey: 'manual', amount: 80 });
  const { page } = await visitConsole({ home: merchant, at: `/payments/${transactionId}` });
  await page.getByText('Pending', { exact: true }).first().waitFor();
  const dialog = page.getByRole('dialog');
  for (const [amount, status] of [
    ['30', 'Partially captured'],
    ['50', 'Captured'],
  ] as const) {
    await page.getByRole('button', { name: 'Capture', exact: true }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByText(/can be captured, at once or in parts/).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByLabel('Amount in EUR').focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(amount);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('main').getByText(status, { exact: true }).first().waitFor();
  }
  await page.getByRole('button', { name: 'Capture', exact: true }).waitFor({ state: 'hidden' });
  expect(await statusOf(merchant, transactionId)).toMatchObject({ amountReceived: 80 });
});

it('what a customer has saved is found, made the default and deleted', async () => {
  const merchant = await aMerchant();
  const { page } = await visitConsole({ home: merchant, at: '/payments' });
  await page.getByRole('link', { name: 'Saved payment methods' }).click();
  await page.getByText('Whose payment methods?').waitFor();
  await page.getByLabel('Provider').selectOption('stripe');
  await page.getByLabel('Customer').fill('customer 1');
  await page.getByText('This customer has no saved payment methods').waitFor();

  await page.locator('.empty').getByRole('button', { name: 'Create a setup page' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a setup page' });
  await dialog.getByLabel('Address to return to').fill('https://shop.example.com/saved');
  await dialog.getByRole('button', { name: 'Create page' }).click();
  const address = await dialog.locator('code').textContent();
  const body = new URLSearchParams({ card: 'pm_card_visa' });
  expect((await fetch(String(address), { method: 'POST', body, redirect: 'manual' })).status).toBe(303);

  await page.reload();
  await page.getByRole('button', { name: 'Make Visa •••• 4242 the default' }).click();
  await page.getByText('The default was changed').waitFor();
  await page.getByRole('cell', { name: 'Default' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Delete Visa •••• 4242' }).click();
  await page.getByRole('button', { name: 'Delete payment method' }).click();
  await page.getByText('This customer has no saved payment methods').waitFor();
});

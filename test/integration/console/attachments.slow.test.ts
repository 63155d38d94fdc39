import { expect, it } from 'vitest';
import { aFile, libraryPath } from '../../support/builders/attachments.ts';
import { anImage } from '../../support/builders/images.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { accessibilityProblems, useConsole } from '../../support/clients/console.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const visitConsole = useConsole();

const textFile = (name: string, text: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
});

/** The data of a dropped image, created in the page. */
const dropped = (name: string, bytes: Uint8Array) => `(() => {
  const data = new DataTransfer();
  data.items.add(new File([new Uint8Array([${Array.from(bytes)}])], '${name}', { type: 'image/png' }));
  return data;
})()`;

const firstPictureIsDrawn = `document.querySelector('.file-card img')?.naturalWidth > 0`;

it('an upload is found by its text, replaced, restored, shared and deleted', async () => {
  const home = await aTenant();
  const { page } = await visitConsole({ home, at: '/files', expected: /status of 400/ });
  await page.getByText('No files yet').waitFor();
  const asksBeforeUnload = () =>
    page.evaluate(`!dispatchEvent(new Event('beforeunload', { cancelable: true }))`);
  const released = Promise.withResolvers<void>();
  await page.route(/\/api\/attachments(?:\?|$)/, async (route) => {
    if (route.request().method() === 'POST') await released.promise;
    await route.continue();
  });
  await page
    .getByLabel('Files to upload')
    .setInputFiles([
      textFile('delivery-note.txt', 'One crate of fragile porcelain for Lisbon.'),
      textFile('minutes.txt', 'The board meets on Monday.'),
      textFile('run.exe', 'MZ'),
    ]);
  await expect.poll(asksBeforeUnload).toBe(true);
  released.resolve();
  const uploads = page.getByRole('list', { name: 'Uploads' }).getByRole('listitem');
  await uploads.filter({ hasText: 'minutes.txt' }).getByText('Stored').waitFor();
  // An API error is shown at its file and does not stop other uploads.
  await uploads.filter({ hasText: 'run.exe' }).getByRole('alert').waitFor();
  const found = page.getByRole('list', { name: 'Files found' }).getByRole('listitem');
  await found.nth(1).waitFor();
  await expect.poll(() => found.getByText('Text is being read').count()).toBe(0);
  expect(await asksBeforeUnload()).toBe(false);

  await page.getByLabel('Text in the file').fill('PORCELAIN lisbon');
  await found.getByText('porcelain', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'minutes.txt' }).last().waitFor();
  await expect.poll(() => found.count()).toBe(1);
  await found.getByRole('link', { name: 'delivery-note.txt' }).click();
  await page.getByText('One crate of fragile porcelain').waitFor();

  await page
    .getByLabel('Upload a new version')
    .setInputFiles(textFile('delivery-note-2.txt', 'Two crates of glass.'));
  await page.getByText('Two crates of glass.').waitFor();
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByText('Restored from version 1').waitFor();
  await page.getByText('One crate of fragile porcelain').waitFor();

  await page.getByRole('button', { name: 'Edit tags' }).click();
  await page.getByRole('textbox', { name: 'Tags' }).fill('porcelain, Lisbon');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Tags saved').waitFor();

  await page.getByRole('button', { name: 'New share link' }).click();
  await page.getByLabel('What is it for?').fill('For the auditor');
  await page.getByLabel('Works for').selectOption('One hour');
  await page.getByRole('button', { name: 'Create link' }).click();
  const dialog = page.getByRole('dialog', { name: 'The link is ready' });
  const link = String(await dialog.getByRole('code').textContent());
  expect(await (await fetch(link)).text()).toBe('One crate of fragile porcelain for Lisbon.');
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('button', { name: 'Revoke the link For the auditor' }).click();
  await page.getByRole('button', { name: 'Revoke link' }).click();
  await page.getByText('The file is not shared.').waitFor();
  expect((await fetch(link)).status).toBe(404);

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete file' }).click();
  await page.getByText('The file is deleted').waitFor();
  await page.getByRole('link', { name: 'minutes.txt' }).waitFor();
  expect((await home.api.get(libraryPath)).body).toMatchObject({ total: 1 });
});

it('a file that is dropped beside the area does not replace the page', async () => {
  const { page } = await visitConsole({ home: await aTenant(), at: '/files' });
  await page.getByText('No files yet').waitFor();
  const isOpened = page.evaluate<boolean>(`document.querySelector('h1').dispatchEvent(
    new DragEvent('drop', {
      dataTransfer: ${dropped('vase.png', new Uint8Array(4))},
      bubbles: true,
      cancelable: true,
    }),
  )`);
  expect(await isOpened).toBe(false);
});

it('an image is dropped into a new partition, and found by a saved view', async () => {
  const home = await aTenant();
  const picture = await anImage('png', 320, 200);
  const { page, open } = await visitConsole({ home, at: '/files/partitions' });
  await page.getByRole('button', { name: 'New partition' }).click();
  await page.getByLabel('Code').fill('photos');
  await page.getByLabel('Title').fill('Photos');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Edit Photos' }).click();
  await page.getByLabel('Description').fill('Of products');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Of products').waitFor();

  await page.getByRole('link', { name: 'Files' }).first().click();
  const area = page.getByRole('region', { name: 'Upload files' });
  await area.getByLabel('Partition').selectOption('Photos');
  const files = await page.evaluateHandle(dropped('vase.png', picture));
  await area.dispatchEvent('drop', { dataTransfer: files });
  const card = page.getByRole('list', { name: 'Files found' }).getByRole('listitem');
  await card.getByRole('link', { name: 'vase.png' }).waitFor();
  await expect.poll(() => page.evaluate(firstPictureIsDrawn)).toBe(true);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await page.getByRole('table', { name: 'Files found' }).getByText('Photos').waitFor();
  await page.getByRole('columnheader', { name: 'Size' }).getByRole('button').click();
  await page.locator('th[aria-sort="ascending"]').waitFor();
  await page.locator('summary', { hasText: 'Views' }).click();
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Smallest');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Smallest is saved').waitFor();
  await open('/files');
  await page.locator('summary', { hasText: 'Views' }).click();
  await page.getByRole('button', { name: 'Smallest', exact: true }).click();
  await page.locator('th[aria-sort="ascending"]').waitFor();
});

it('a file of a record is moved to another record', async () => {
  const home = await aTenant();
  const file = await aFile(home.api, { entityId: 'sales.order', recordId: 'SO-1001' });
  const { page } = await visitConsole({ home, at: `/files/${file.id}` });
  await page.getByText('SO-1001').first().waitFor();
  await page.getByRole('button', { name: 'Move to another record' }).click();
  await page.getByLabel('Id of the record').fill('SO-1002');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByText('SO-1002').first().waitFor();
});

/** The options of the administrator's tool, and the table and region that it works on. */
import { expect, it } from 'vitest';
import { flags, Values } from '../../../bin/admin/flags.ts';
import { targetOf } from '../../../bin/admin/target.ts';

it("uses the region of the stage's file, not that of the shell", async () => {
  const target = await targetOf(new Values({ stage: 'example' }));
  expect(target).toEqual({ name: 'platform-modules-example', config: { region: 'eu-west-1' } });
});

it('uses the region of the shell for a stage without a region', async () => {
  const target = await targetOf(new Values({ stage: 'dev' }));
  expect(target).toEqual({ name: 'platform-modules-dev', config: {} });
});

it('refuses a stage without a file, with the most similar name', async () => {
  await expect(targetOf(new Values({ stage: 'prot' }))).rejects.toThrow(/Did you mean prod/);
});

it('describes each option by a text of its own', () => {
  const texts = Object.values(flags).map(([, text]) => text);
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
});

/** The table and region that the administrator's tool works on. */
import { expect, it } from 'vitest';
import { Values } from '../../../bin/admin/flags.ts';
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

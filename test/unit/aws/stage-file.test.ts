/** Commands read a stage from the file with its name. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readStageFile, requestedStage } from '../../../lib/aws/stage/stage-file.ts';
import { folderOfTests } from '../../support/folders.ts';

const folder = folderOfTests();
const write = (name: string, options: object) =>
  writeFileSync(join(folder, `${name}.ts`), `export default ${JSON.stringify(options)};`);
write('dev', {});
write('prod', { preset: 'production', watch: false });
write('typo', { wach: true });

describe('the file of a stage', () => {
  it('is read by the name of the stage', async () => {
    expect(await readStageFile('prod', folder)).toEqual({ preset: 'production', watch: false });
  });

  it('is missing for an unknown stage, with the nearest name as a suggestion', async () => {
    await expect(readStageFile('prd', folder)).rejects.toThrow(/Unknown stage prd\. Did you mean prod\?/);
    await expect(readStageFile('../dev', folder)).rejects.toThrow(/Unknown stage/);
  });

  it('is refused completely for one unknown option', async () => {
    const message = /stage typo .*\n.*wach\. Did you mean watch\?/;
    await expect(readStageFile('typo', folder)).rejects.toThrow(message);
  });

  it('is valid for every stage of the repository', async () => {
    for (const stage of ['dev', 'prod', 'example']) await expect(readStageFile(stage)).resolves.toBeDefined();
  });
});

describe('the context of a command', () => {
  it('names the stage, which is dev by default', async () => {
    expect(await requestedStage({}, folder)).toMatchObject({ stage: 'dev', ignoreAlarms: false });
    expect(await requestedStage({ stage: 'prod' }, folder)).toMatchObject({
      stage: 'prod',
      options: { watch: false },
    });
  });

  it('can ignore alarms for one deployment', async () => {
    expect(await requestedStage({ ignoreAlarms: 'on' }, folder)).toMatchObject({ ignoreAlarms: true });
    await expect(requestedStage({ ignoreAlarms: 'yes' }, folder)).rejects.toThrow(/must be on or off/);
  });

  it('can contain keys of CDK', async () => {
    const context = { 'aws:cdk:enable-path-metadata': true, '@aws-cdk/core:x': true };
    expect(await requestedStage(context, folder)).toMatchObject({ stage: 'dev' });
  });

  it('is refused for other keys, with a reference to the stage file', async () => {
    await expect(requestedStage({ stage: 'prod', doamin: 'x' }, folder)).rejects.toThrow(
      /Unknown context doamin\..*bin\/stages\/prod\.ts/,
    );
    await expect(requestedStage({ originSecret: 2 }, folder)).rejects.toThrow(/Unknown context originSecret/);
  });
});

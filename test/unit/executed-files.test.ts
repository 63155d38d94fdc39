/** Counts executed files. */
import { expect, it } from 'vitest';
import * as publicFile from '../../shared/modules/entities/public-data.ts';
import { executedFiles } from '../support/runtime/executed-files.ts';

it('counts the file of an executed function, but not one that only re-exports it', async () => {
  const files = await executedFiles(
    async () => 'sales.order',
    async (entityType) => expect(publicFile.entityTypeProblem(entityType)).toBeUndefined(),
  );
  expect(files).toContain('shared/modules/entities/entity-type.ts');
  expect(files).not.toContain('shared/modules/entities/public-data.ts');
});

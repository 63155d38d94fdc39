/** Creates the demo unless it exists. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOfFiles } from '../../aws/assets/kept-folders.ts';
import type { Access } from '../../local/service.ts';
import { runChildProgram } from '../child-program.ts';
import type { DemoAccess, SeedInput } from './demo.ts';

const hasDemo = (access: Access): access is Access & DemoAccess =>
  ['tenants', 'keys', 'keyIds'].every((name) => access[name]);

/** The demo of an earlier start; undefined when its access file has none. */
export const previousDemo = (access: Access | undefined): DemoAccess | undefined =>
  access !== undefined && hasDemo(access) ? access : undefined;

const program = new URL('./demo.ts', import.meta.url);

/**
 * Creates the demo, or updates the demo of an earlier start. Does nothing when the same code (`madeOf`) seeded the
 * table before for the same identity provider, so that deleted parts of the demo stay deleted.
 */
export async function ensureDemo(
  input: SeedInput,
  { dataDir, isNewTable, madeOf }: { dataDir: string; isNewTable: boolean; madeOf: string | undefined },
  seed: (input: SeedInput) => Promise<DemoAccess> = async (given) =>
    JSON.parse(await runChildProgram(program, given)),
): Promise<DemoAccess> {
  const stamp = join(dataDir, 'demo-made-of');
  // The identity provider has another address when it has another port.
  const more = madeOf === undefined ? undefined : [madeOf, input.provider.issuer];
  const state = more && hashOfFiles('lib/{admin,demo/data}/**/*.ts', { more });
  const isSeeded = !isNewTable && existsSync(stamp) && readFileSync(stamp, 'utf8') === state;
  if (input.previous !== undefined && isSeeded) return input.previous;
  rmSync(stamp, { force: true });
  const demo = await seed(input);
  if (state !== undefined) writeFileSync(stamp, state);
  return demo;
}

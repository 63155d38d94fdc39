/** What `npm run conform` passes to its tests, as the text of one environment variable. */
import type { ProvidedContext } from 'vitest';

export const stageVariable = 'CONFORM_STAGE';

export interface StageOptions {
  /** The base URL of the stage. */
  host: string;
  adminKey: string;
  superKey: string;
  receiver: { url: string; port: number };
  /** A web origin that the stage allows. */
  origin: string;
  /** The services of a local runtime. Undefined on AWS. */
  local?: Pick<ProvidedContext, 'aws' | 'stripe' | 'provider' | 'login' | 'controlUrl'> | undefined;
}

/** Throws without the variable: the project needs a stage. */
export function readAccess(text: string | undefined): StageOptions {
  if (text === undefined) throw new Error('Start these tests with `npm run conform`.');
  return JSON.parse(text);
}

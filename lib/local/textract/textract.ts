/** Textract in the local runtime: its API for the AWS gateway, and its jobs. */
import { join } from 'node:path';
import type { Topics } from '../events/sns.ts';
import type { ResolvedApp } from '../types.ts';
import { openJobStore } from './jobs.ts';
import { Recognizer } from './recognizer.ts';
import { type Runner, startRunner } from './runner.ts';
import { createTextract, type Objects } from './service.ts';

/** Opens the jobs with the data of `dataDir`. */
export function openTextract(options: {
  app: ResolvedApp;
  dataDir: string;
  objects: Objects;
  log: (line: string) => void;
}) {
  const jobs = openJobStore(join(options.dataDir, 'textract.sqlite'));
  const recognizer = new Recognizer();
  let runner: Runner | undefined;
  return {
    /** The service for the AWS gateway. */
    service: createTextract({ ...options, jobs, recognizer, added: () => runner?.wake() }),
    /** Starts running jobs, including those of an earlier run. */
    start(topics: Pick<Topics, 'publish'>): void {
      runner = startRunner({ ...options, jobs, recognizer, topics });
    },
    async stop(): Promise<void> {
      await runner?.stop();
      await recognizer.stop();
      jobs.close();
    },
  };
}

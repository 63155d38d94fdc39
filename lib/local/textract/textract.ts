/** Textract on one machine: its API for the AWS gateway, and the work on its jobs. */
import { join } from 'node:path';
import type { Topics } from '../events/sns.ts';
import type { AwsService } from '../gateway/aws-service.ts';
import type { ResolvedApp } from '../types.ts';
import { openJobStore } from './jobs.ts';
import { createRecognizer } from './recognizer.ts';
import { type Runner, startRunner } from './runner.ts';
import { createTextract, type Objects } from './service.ts';

export interface Textract {
  /** For the AWS gateway. */
  service: AwsService;
  /** Begins to work on jobs, also on those that an earlier run left. */
  start(topics: Pick<Topics, 'publish'>): void;
  stop(): Promise<void>;
}

export interface TextractParts {
  app: ResolvedApp;
  dataDir: string;
  objects: Objects;
  log: (line: string) => void;
}

/** Opens the jobs on the data of `dataDir`. */
export function openTextract({ app, dataDir, objects, log }: TextractParts): Textract {
  const jobs = openJobStore(join(dataDir, 'textract.sqlite'));
  const recognizer = createRecognizer();
  let runner: Runner | undefined;
  return {
    service: createTextract({ app, jobs, objects, recognizer, added: () => runner?.wake() }),
    start(topics) {
      runner = startRunner({ jobs, objects, recognizer, topics, log });
    },
    async stop() {
      await runner?.stop();
      await recognizer.stop();
      jobs.close();
    },
  };
}

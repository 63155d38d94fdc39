/** Textract in the local runtime: its API for the AWS gateway, and its jobs. */
import { join } from 'node:path';
import type { Topics } from '../events/sns.ts';
import type { AwsService } from '../gateway/aws-service.ts';
import type { ResolvedApp } from '../types.ts';
import { openJobStore } from './jobs.ts';
import { createRecognizer } from './recognizer.ts';
import { type Runner, startRunner } from './runner.ts';
import { createTextract, type Objects } from './service.ts';

export interface Textract {
  /** The service for the AWS gateway. */
  service: AwsService;
  /** Starts running jobs, including those of an earlier run. */
  start(topics: Pick<Topics, 'publish'>): void;
  stop(): Promise<void>;
}

export interface TextractParts {
  app: ResolvedApp;
  dataDir: string;
  objects: Objects;
  log: (line: string) => void;
}

/** Opens the jobs with the data of `dataDir`. */
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

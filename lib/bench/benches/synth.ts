/** Memory of `npm run synth`: the CDK app, esbuild and the build of the console together. */
import { spawn } from 'node:child_process';
import { setInterval as every } from 'node:timers/promises';
import { projectRoot } from '../../aws/assets/kept-folders.ts';
import type { Bench } from '../bench.ts';
import { benchProcesses } from '../load/processes.ts';

const sampleMs = 100;
const megabytes = 2_000;

const residentMb = (): number => benchProcesses().reduce((sum, { residentMb: mb }) => sum + mb, 0);

/** The peak of all processes of the stage's synth, above those that ran before. */
async function peakOf(stage: string): Promise<number> {
  const before = residentMb();
  const child = spawn(process.execPath, ['bin/run.mjs', 'bin/platform.ts', '--stage', stage], {
    cwd: projectRoot,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peak = 0;
  for await (const _ of every(sampleMs)) {
    peak = Math.max(peak, residentMb() - before);
    if (child.exitCode !== null) break;
  }
  if (child.exitCode !== 0) throw new Error(`The synth of ${stage} ended with ${child.exitCode}.`);
  return peak;
}

export const synthBenches: readonly Bench[] = [
  {
    name: 'synth-memory',
    unit: 'MB, of the stage with most',
    bar: megabytes,
    async measure() {
      const peaks: Record<string, number> = {};
      for (const stage of ['dev', 'prod', 'example']) peaks[stage] = await peakOf(stage);
      return { ours: Math.max(...Object.values(peaks)), other: null, details: peaks };
    },
  },
];

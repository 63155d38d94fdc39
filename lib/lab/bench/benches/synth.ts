/** Memory of `npm run synth`: the CDK app, esbuild and the build of the console together. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { projectRoot } from '../../../aws/assets/kept-folders.ts';
import type { Bench } from '../bench.ts';
import { benchProcesses } from '../load/processes.ts';

const sampleMs = 250;
/** Ten times as long as on two idle cores: other programs may use them as well. */
const maxMinutes = 15;
const megabytes = 2_000;
const stages = ['dev', 'prod', 'example'] as const;

/** The peak of the resident memory of all processes of the stage's synth. Throws when it fails or takes too long. */
async function peakOf(stage: string): Promise<number> {
  const child = spawn(process.execPath, ['bin/run.mjs', 'bin/platform.ts', '--stage', stage], {
    cwd: projectRoot,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: maxMinutes * 60_000,
  });
  let peak = 0;
  const sampling = setInterval(() => {
    const used = benchProcesses(child.pid).reduce((sum, { residentMb }) => sum + residentMb, 0);
    peak = Math.max(peak, used);
  }, sampleMs);
  try {
    const [code, signal]: unknown[] = await once(child, 'exit');
    if (code !== 0) throw new Error(`The synth of ${stage} ended with ${String(code ?? signal)}.`);
    return peak;
  } finally {
    clearInterval(sampling);
  }
}

export const synthBenches: readonly Bench[] = [
  {
    name: 'synth-memory',
    unit: 'MB, of the stage with most',
    bar: megabytes,
    async measure() {
      const peaks: Record<string, number> = {};
      for (const stage of stages) peaks[stage] = await peakOf(stage);
      const notes = [stages.map((stage) => `${stage}: ${Math.round(peaks[stage] ?? 0)} MB`).join(', ')];
      return { ours: Math.max(...Object.values(peaks)), other: null, notes, details: peaks };
    },
  },
];

/** Runs the load generator in a child process, and returns its reports as they come. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { MixedJob, MixedReport } from '../tools/mixed-load.ts';
import { merge } from './histogram.ts';

/** A realistic limit; further requests wait in the generator, and their waiting time counts. */
const maxInFlight = 512;

/**
 * Generates load until the job is done, and returns all reports; each is passed on as it comes. Throws when the tool
 * fails.
 */
export async function generate(
  tool: string,
  job: Pick<MixedJob, 'requests' | 'perSecond' | 'seconds'> & Partial<MixedJob>,
  onReport: (report: MixedReport) => void = () => {},
): Promise<MixedReport[]> {
  const dir = mkdtempSync(join(tmpdir(), 'platform-modules-bench-'));
  try {
    const jobFile = join(dir, 'job.json');
    const whole: MixedJob = { maxInFlight, drainSeconds: 10, reportSeconds: 1, seed: 1, ...job };
    writeFileSync(jobFile, JSON.stringify(whole));
    const child = spawn(process.execPath, [tool, jobFile], { env: {}, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    const reports: MixedReport[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      const report = JSON.parse(line) as MixedReport;
      reports.push(report);
      onReport(report);
    }
    const [code] = await ended;
    if (code !== 0) throw new Error(`${tool} ended with ${code}.`);
    return reports;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The names of all records. */
const namesIn = (records: readonly Readonly<Record<string, unknown>>[]): string[] => [
  ...new Set(records.flatMap((one) => Object.keys(one))),
];

/** Adds up numbers by name. */
export function sumOf(records: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  return Object.fromEntries(
    namesIn(records).map((name) => [name, records.reduce((sum, one) => sum + (one[name] ?? 0), 0)]),
  );
}

/** Merges consecutive reports into one. */
export function inOne(reports: readonly MixedReport[]): MixedReport {
  const sum = (name: 'due' | 'completedInTime' | 'pendingAtEnd') =>
    reports.reduce((total, report) => total + report[name], 0);
  const histograms = reports.map((report) => report.histograms);
  return {
    atSeconds: reports.at(-1)?.atSeconds ?? 0,
    due: sum('due'),
    completedInTime: sum('completedInTime'),
    pendingAtEnd: sum('pendingAtEnd'),
    histograms: Object.fromEntries(
      namesIn(histograms).map((name) => [name, merge(histograms.flatMap((one) => one[name] ?? []))]),
    ),
    failures: sumOf(reports.map((report) => report.failures)),
    lateness: merge(reports.map((report) => report.lateness)),
  };
}

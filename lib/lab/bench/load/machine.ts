/** Use of the machine by other programs: they make figures worse than the system's own. */
import { readFileSync } from 'node:fs';
import { benchProcesses } from './processes.ts';

/** CPU time so far, in the kernel's ticks. */
export interface CpuTicks {
  total: number;
  idle: number;
  /** Taken by the host for other virtual machines. */
  stolen: number;
  /** CPU time of the bench's processes. */
  ours: number;
}

/** Shares of the available CPU time, 0–1. */
export interface MachineLoad {
  ours: number;
  others: number;
  stolen: number;
}

/** From this share on, figures are reported as disturbed. */
const busyFrom = 0.1;

/** Parses the first line of `/proc/stat`, with the CPU time of the bench itself. Throws for other text. */
export function ticksOf(stat: string, ours: number): CpuTicks {
  const fields = /^cpu +(.*)$/m.exec(stat)?.[1]?.split(' ').map(Number);
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, interrupts = 0, soft = 0, stolen = 0] =
    fields ?? [];
  if (fields === undefined) throw new Error('The text is not a /proc/stat.');
  // Guest time is already part of user time.
  const total = user + nice + system + idle + waiting + interrupts + soft + stolen;
  return { total, idle: idle + waiting, stolen, ours };
}

/** Undefined on systems other than Linux. */
export function cpuTicks(): CpuTicks | undefined {
  try {
    const ours = benchProcesses().reduce((sum, { cpuTicks: ticks }) => sum + ticks, 0);
    return ticksOf(readFileSync('/proc/stat', 'utf8'), ours);
  } catch {
    return undefined;
  }
}

/** The load between two measurements. Undefined without measurements. */
export function loadBetween(
  before: CpuTicks | undefined,
  after: CpuTicks | undefined,
): MachineLoad | undefined {
  if (before === undefined || after === undefined || after.total <= before.total) return undefined;
  const share = (name: keyof CpuTicks) =>
    Math.max(0, after[name] - before[name]) / (after.total - before.total);
  const [ours, stolen] = [share('ours'), share('stolen')];
  // Interrupts and kernel work for the bench count as others', which is little.
  return { ours, stolen, others: Math.max(0, 1 - share('idle') - stolen - ours) };
}

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

/** A warning about figures measured under this load; undefined when other programs used little CPU. */
export function disturbance(load: MachineLoad | undefined): string | undefined {
  if (load === undefined || load.others + load.stolen < busyFrom) return undefined;
  const { others, stolen } = load;
  return `Other programs used the machine: ${percent(others)} of its CPU went to other processes, ${percent(stolen)} to other virtual machines.`;
}

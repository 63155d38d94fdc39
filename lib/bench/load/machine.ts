/** Who else used the machine meanwhile: figures of a busy machine are worse than those of the system. */
import { readFileSync } from 'node:fs';
import { benchProcesses } from './processes.ts';

/** CPU time so far, in the kernel's ticks. */
export interface CpuTicks {
  total: number;
  idle: number;
  /** Taken by the host for other machines. */
  stolen: number;
  /** Of the bench's processes. */
  ours: number;
}

/** Shares of the CPU time that there was, 0–1. */
export interface MachineLoad {
  ours: number;
  others: number;
  stolen: number;
}

/** From there on figures are said to be of a busy machine. */
const busyFrom = 0.1;

/** The first line of `/proc/stat`, and what is known of the bench itself. Throws when it is none. */
export function ticksOf(stat: string, ours: number): CpuTicks {
  const fields = /^cpu +(.*)$/m.exec(stat)?.[1]?.split(' ').map(Number);
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, interrupts = 0, soft = 0, stolen = 0] =
    fields ?? [];
  if (fields === undefined) throw new Error('This is no /proc/stat.');
  // Guests' time is in the user's already.
  const total = user + nice + system + idle + waiting + interrupts + soft + stolen;
  return { total, idle: idle + waiting, stolen, ours };
}

/** Undefined on other systems than Linux. */
export function cpuTicks(): CpuTicks | undefined {
  try {
    const ours = benchProcesses().reduce((sum, { cpuTicks: ticks }) => sum + ticks, 0);
    return ticksOf(readFileSync('/proc/stat', 'utf8'), ours);
  } catch {
    return undefined;
  }
}

/** What happened between two readings. Undefined when there is nothing to tell. */
export function loadBetween(
  before: CpuTicks | undefined,
  after: CpuTicks | undefined,
): MachineLoad | undefined {
  if (before === undefined || after === undefined || after.total <= before.total) return undefined;
  const share = (name: keyof CpuTicks) =>
    Math.max(0, after[name] - before[name]) / (after.total - before.total);
  const [ours, stolen] = [share('ours'), share('stolen')];
  // What interrupts and the kernel do for us counts as others', which is little.
  return { ours, stolen, others: Math.max(0, 1 - share('idle') - stolen - ours) };
}

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

/** What to say of figures that were measured under this load; undefined when the machine was ours. */
export function disturbance(load: MachineLoad | undefined): string | undefined {
  if (load === undefined || load.others + load.stolen < busyFrom) return undefined;
  const { others, stolen } = load;
  return `The machine was busy with something else: ${percent(others)} of its CPU went to other processes, ${percent(stolen)} to other machines.`;
}

/** The processes of a bench: their names, memory and CPU time. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { runtimeName } from './soak-verdict.ts';

export interface BenchProcess {
  name: string;
  residentMb: number;
  /** CPU time including that of ended children. */
  cpuTicks: number;
}

interface ProcessEntry extends BenchProcess {
  pid: number;
  parent: number;
}

const nameByPart = [
  ['/tools/mixed-load/', 'load generator'],
  ['/tools/load/', 'load generator'],
  ['/tools/bare-server/', 'bare server'],
  ['/tools/sink/', 'webhook receiver'],
  ['request-token-preload', 'upload service'],
  ['dynoxide', 'database'],
  ['esbuild', 'bundler'],
] as const;

/** The name of the program in a command line. */
function nameOf(command: readonly string[]): string {
  const program = basename(command[0] ?? '');
  // The command line of the database's supervisor contains the database's name too.
  if (program === 'sh') return program;
  return nameByPart.find(([part]) => command.some((word) => word.includes(part)))?.[1] ?? program;
}

/** Reads one process; undefined when it has ended. */
function entryOf(pid: string): ProcessEntry[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name comes first, in parentheses, and may contain any characters.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [, parent] = fields;
    const cpuTicks = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const residentMb = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return [{ pid: Number(pid), parent: Number(parent), name: nameOf(command), residentMb, cpuTicks }];
  } catch {
    return [];
  }
}

/**
 * A process, by default this one (the runtime with its workers), and all its descendants; empty on systems other than
 * Linux.
 */
export function benchProcesses(root: number = process.pid): BenchProcess[] {
  let pids: string[];
  try {
    pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
  const all = new Map(pids.flatMap(entryOf).map((entry) => [entry.pid, entry]));
  const isOurs = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined && at > 1; at = all.get(at)?.parent)
      if (at === root) return true;
    return false;
  };
  return [...all.values()]
    .filter(({ pid }) => isOurs(pid))
    .map(({ pid, name, residentMb, cpuTicks }) => ({
      name: pid === process.pid ? runtimeName : name,
      residentMb,
      cpuTicks,
    }));
}

/** Memory by process; shells in between use very little. */
export function memoryMb(): Record<string, number> {
  const memory: Record<string, number> = {};
  for (const { name, residentMb } of benchProcesses())
    if (name !== 'sh') memory[name] = (memory[name] ?? 0) + residentMb;
  return memory;
}

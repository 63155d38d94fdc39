/** What the parts of the runtime hold in memory. */
import { readdirSync, readFileSync } from 'node:fs';

const mega = 1_048_576;

interface Process {
  pid: number;
  parent: number;
  command: string;
  residentMb: number;
}

/** Every process of a Linux machine; none elsewhere. Those that end meanwhile are left out. */
function processes(): Process[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name): Process[] => {
        try {
          const status = readFileSync(`/proc/${name}/status`, 'utf8');
          const field = (label: string) =>
            Number(new RegExp(`^${label}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
          const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
          return [{ pid: Number(name), parent: field('PPid'), command, residentMb: field('VmRSS') / 1_024 }];
        } catch {
          return [];
        }
      });
  } catch {
    return [];
  }
}

/** Memory of the runtime with its workers, which are threads of this process, and of the database beside it. */
export function memoryMb(): Record<string, number> {
  const all = processes();
  const parents = new Map(all.map(({ pid, parent }) => [pid, parent]));
  const isOurs = (pid: number): boolean => {
    for (let at = parents.get(pid); at !== undefined && at > 1; at = parents.get(at))
      if (at === process.pid) return true;
    return false;
  };
  const database = all.filter(
    ({ pid, command }) => /dynoxide/.test(command.split('\0')[0] ?? '') && isOurs(pid),
  );
  const sum = database.reduce((total, { residentMb }) => total + residentMb, 0);
  return { runtime: process.memoryUsage.rss() / mega, ...(sum > 0 && { database: sum }) };
}

/** What the functions write: one file per function and the latest lines in memory for the control server. */
import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';

export interface LogLine {
  atMs: number;
  functionName: string;
  /** The request during which the line was written; undefined while the worker started or was idle. */
  requestId: string | undefined;
  stream: 'stdout' | 'stderr';
  line: string;
}

/** Takes text as the function wrote it, one or several lines. */
export type LogSink = (stream: 'stdout' | 'stderr', text: string, requestId: string | undefined) => void;

export interface FunctionLogs {
  /** The sink of one worker. `allowed` is asked once, at the first line, and prints its own reason when it refuses. */
  sinkFor(functionName: string, allowed: () => boolean): LogSink;
  find(filter: { requestId?: string | undefined; functionName?: string | undefined }): LogLine[];
  close(): Promise<void>;
}

const keptLines = 20_000;
/** Forgetting costs as much as there is: not line by line. */
const forgottenAtOnce = 1_000;
const errorLevels = /"level"\s*:\s*"(?:error|fatal|critical)"/i;

/**
 * Opens the logs below `dir`. Lines are appended as they are to `<dir>/<function>.log`; unless `quiet`, error
 * lines are also printed on the runtime's own stderr. Throws when the folder cannot be made.
 */
export function createFunctionLogs({ dir, quiet }: { dir: string; quiet: boolean }): FunctionLogs {
  mkdirSync(dir, { recursive: true });
  const files = new Map<string, WriteStream>();
  let lines: LogLine[] = [];

  function fileOf(functionName: string): WriteStream {
    const open = files.get(functionName);
    if (open !== undefined) return open;
    const file = createWriteStream(join(dir, `${functionName}.log`), { flags: 'a' });
    // A full disk must not take the runtime down with it.
    file.on('error', (error) => process.stderr.write(`Log of ${functionName}: ${error.message}\n`));
    files.set(functionName, file);
    return file;
  }

  function append(entry: LogLine): void {
    lines.push(entry);
    if (lines.length >= keptLines + forgottenAtOnce) lines = lines.slice(-keptLines);
    fileOf(entry.functionName).write(`${entry.line}\n`);
    const isError = entry.stream === 'stderr' || errorLevels.test(entry.line);
    if (isError && !quiet) process.stderr.write(`${entry.functionName} ${entry.line}\n`);
  }

  return {
    sinkFor(functionName, allowed) {
      let granted: boolean | undefined;
      return (stream, text, requestId) => {
        granted ??= allowed();
        if (!granted) return;
        for (const line of text.split('\n')) {
          if (line !== '') append({ atMs: Date.now(), functionName, requestId, stream, line });
        }
      };
    },
    find({ requestId, functionName }) {
      return lines.filter(
        (entry) =>
          (requestId === undefined || entry.requestId === requestId) &&
          (functionName === undefined || entry.functionName === functionName),
      );
    },
    async close() {
      await Promise.all([...files.values()].map((file) => new Promise<void>((done) => file.end(done))));
      files.clear();
    },
  };
}

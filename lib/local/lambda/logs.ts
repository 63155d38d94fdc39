/** Logs of the functions: one file per function, and the latest lines in memory for the control server. */
import { createWriteStream, fstatSync, mkdirSync, openSync, renameSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import type { StackMapper } from '../cloudformation/stack-mapper.ts';

export interface LogLine {
  atMs: number;
  functionName: string;
  /** The request during which the line was written; undefined while the worker was starting or idle. */
  requestId: string | undefined;
  stream: 'stdout' | 'stderr';
  line: string;
}

/** Accepts text as the function wrote it, one or several lines. */
export type LogSink = (stream: 'stdout' | 'stderr', text: string, requestId: string | undefined) => void;

export interface FunctionLogs {
  /** The sink of one worker. `allowed` is called once, at the first line, and prints its own reason when it refuses. */
  sinkFor(functionName: string, allowed: () => boolean): LogSink;
  find(filter: { requestId?: string | undefined; functionName?: string | undefined }): LogLine[];
  close(): Promise<void>;
}

interface LogOptions {
  dir: string;
  quiet: boolean;
  /** Maps stack traces to their sources before they are written. */
  mapStack?: StackMapper | undefined;
  /** Larger files are rotated. */
  maxFileBytes?: number;
}

interface LogFile {
  stream: WriteStream;
  bytes: number;
  /** Lines that are written together. */
  unwritten: string;
}

/** Maximum time that a line stays unwritten. */
const flushMs = 200;
const flushChars = 65_536;

const maxLines = 20_000;
/** Forgets many lines at once, because removing them costs as much as copying the list. */
const linesRemovedAtOnce = 1_000;
/** Together with the rotated file, a function uses at most twice this size. */
const defaultMaxFileBytes = 1_048_576;
const errorLevels = /"level"\s*:\s*"(?:error|fatal|critical)"/i;

/**
 * Opens the logs below `dir`. Lines are appended as they are to `<dir>/<function>.log`, which becomes
 * `<function>.1.log` when it is full; unless `quiet`, error lines are also printed on the runtime's own stderr. Throws
 * when the folder cannot be made.
 */
export function createFunctionLogs(options: LogOptions): FunctionLogs {
  const { dir, quiet, mapStack, maxFileBytes = defaultMaxFileBytes } = options;
  mkdirSync(dir, { recursive: true });
  const files = new Map<string, LogFile>();
  const closing = new Set<Promise<void>>();
  /** The pending write of each function's last line. */
  const mapping = new Map<string, Promise<void>>();
  let lines: LogLine[] = [];

  function openFile(functionName: string): LogFile {
    // Opened synchronously, so that lines written before a rotation are in the rotated file.
    const fd = openSync(join(dir, `${functionName}.log`), 'a');
    const stream = createWriteStream('', { fd });
    // A full disk must not stop the runtime.
    stream.on('error', (error) => process.stderr.write(`Log of ${functionName}: ${error.message}\n`));
    return { stream, bytes: fstatSync(fd).size, unwritten: '' };
  }

  let flushing: NodeJS.Timeout | undefined;

  function flush(file: LogFile): void {
    if (file.unwritten !== '') file.stream.write(file.unwritten);
    file.unwritten = '';
  }

  function flushAll(): void {
    flushing = undefined;
    for (const file of files.values()) flush(file);
  }

  function end(file: LogFile): void {
    flush(file);
    const { stream } = file;
    const ended = new Promise<void>((done) => stream.once('close', done));
    closing.add(ended);
    void ended.then(() => closing.delete(ended));
    stream.end();
  }

  function writeLine(functionName: string, line: string): void {
    const bytes = Buffer.byteLength(line);
    let file = files.get(functionName) ?? openFile(functionName);
    if (file.bytes > 0 && file.bytes + bytes > maxFileBytes) {
      end(file);
      renameSync(join(dir, `${functionName}.log`), join(dir, `${functionName}.1.log`));
      file = openFile(functionName);
    }
    files.set(functionName, file);
    file.bytes += bytes;
    file.unwritten += line;
    if (file.unwritten.length >= flushChars) flush(file);
    flushing ??= setTimeout(flushAll, flushMs).unref();
  }

  function publish({ functionName, stream, line }: LogLine): void {
    writeLine(functionName, `${line}\n`);
    const isError = stream === 'stderr' || errorLevels.test(line);
    if (isError && !quiet) process.stderr.write(`${functionName} ${line}\n`);
  }

  /** Lines of a function stay in order: lines after a stack trace wait until it is mapped. */
  function append(entry: LogLine): void {
    lines.push(entry);
    if (lines.length >= maxLines + linesRemovedAtOnce) lines = lines.slice(-maxLines);
    const { functionName } = entry;
    const [before, mapped] = [mapping.get(functionName), mapStack?.(entry.line)];
    if (before === undefined && mapped === undefined) {
      publish(entry);
      return;
    }
    const published = Promise.all([mapped, before]).then(([line]) => {
      if (line !== undefined) entry.line = line;
      publish(entry);
      if (mapping.get(functionName) === published) mapping.delete(functionName);
    });
    mapping.set(functionName, published);
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
      await Promise.all(mapping.values());
      clearTimeout(flushing);
      for (const file of files.values()) end(file);
      files.clear();
      await Promise.all(closing);
    },
  };
}

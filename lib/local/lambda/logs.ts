/** Logs of the functions: one file per function, and the latest lines in memory for the control server. */
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface LogLine {
  atMs: number;
  functionName: string;
  /** The request during which the line was written; undefined while the worker was starting or idle. */
  requestId: string | undefined;
  stream: 'stdout' | 'stderr';
  line: string;
}

/** Returns the text with mapped stack traces; undefined when it has no stack trace of a function. */
export type StackMapper = (text: string) => Promise<string> | undefined;

/** Accepts text as the function wrote it, one or several lines. */
export type LogSink = (stream: 'stdout' | 'stderr', text: string, requestId: string | undefined) => void;

export type FunctionLogs = ReturnType<typeof createFunctionLogs>;

interface LogOptions {
  dir: string;
  quiet: boolean;
  /** Maps stack traces to their sources before they are written. */
  mapStack?: StackMapper | undefined;
  /** Larger files are rotated. With the rotated file, a function uses at most twice this size. */
  maxFileBytes?: number;
}

interface LogFile {
  path: string;
  /** With the unwritten lines. */
  bytes: number;
  /** Lines that are written together. */
  unwritten: string;
  /** Resolves when the last line is added; undefined when no stack trace is being mapped. */
  mapping: Promise<void> | undefined;
}

/** Maximum time that a line stays unwritten. */
const flushMs = 200;
const maxLines = 20_000;
/** Forgets many lines at once, because removing them costs as much as copying the list. */
const linesRemovedAtOnce = 1_000;
const defaultMaxFileBytes = 1_048_576;
const errorLevels = /"level"\s*:\s*"(?:error|fatal|critical)"/i;

/**
 * Opens the logs below `dir`. Lines are appended as they are to `<dir>/<function>.log`, which becomes
 * `<function>.1.log` when it is full; unless `quiet`, error lines are also printed on the runtime's own stderr. Throws
 * when the folder cannot be made.
 */
export function createFunctionLogs(options: LogOptions) {
  const { dir, quiet, mapStack, maxFileBytes = defaultMaxFileBytes } = options;
  mkdirSync(dir, { recursive: true });
  const files = new Map<string, LogFile>();
  let lines: LogLine[] = [];
  let flushing: NodeJS.Timeout | undefined;

  function fileOf(functionName: string): LogFile {
    const known = files.get(functionName);
    if (known !== undefined) return known;
    const path = join(dir, `${functionName}.log`);
    const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    const file = { path, bytes, unwritten: '', mapping: undefined };
    files.set(functionName, file);
    return file;
  }

  /** Synchronous, because an asynchronous write takes more CPU, and the rotation would have to wait for it. */
  function flush(file: LogFile, { isFull = false } = {}): void {
    try {
      if (file.unwritten !== '') appendFileSync(file.path, file.unwritten);
      if (isFull) renameSync(file.path, file.path.replace(/log$/, '1.log'));
    } catch (error) {
      // A full disk must not stop the runtime.
      process.stderr.write(`${file.path}: ${error}\n`);
    }
    file.unwritten = '';
  }

  function flushAll(): void {
    flushing = undefined;
    for (const file of files.values()) flush(file);
  }

  function publish(file: LogFile, { functionName, stream, line }: LogLine): void {
    const bytes = Buffer.byteLength(line) + 1;
    if (file.bytes > 0 && file.bytes + bytes > maxFileBytes) {
      flush(file, { isFull: true });
      file.bytes = 0;
    }
    file.bytes += bytes;
    file.unwritten += `${line}\n`;
    flushing ??= setTimeout(flushAll, flushMs).unref();
    const isError = stream === 'stderr' || errorLevels.test(line);
    if (isError && !quiet) process.stderr.write(`${functionName} ${line}\n`);
  }

  /** Lines of a function stay in order: lines after a stack trace wait until it is mapped. */
  function append(entry: LogLine): void {
    lines.push(entry);
    if (lines.length >= maxLines + linesRemovedAtOnce) lines = lines.slice(-maxLines);
    const file = fileOf(entry.functionName);
    const mapped = mapStack?.(entry.line);
    if (file.mapping === undefined && mapped === undefined) {
      publish(file, entry);
      return;
    }
    const published = Promise.all([mapped, file.mapping]).then(([line = entry.line]) => {
      entry.line = line;
      publish(file, entry);
      if (file.mapping === published) file.mapping = undefined;
    });
    file.mapping = published;
  }

  return {
    /** Returns the sink of one worker. `allowed` is called once, at the first line, and prints why it refuses. */
    sinkFor(functionName: string, allowed: () => boolean): LogSink {
      let granted: boolean | undefined;
      return (stream, text, requestId) => {
        granted ??= allowed();
        if (!granted) return;
        for (const line of text.split('\n')) {
          if (line !== '') append({ atMs: Date.now(), functionName, requestId, stream, line });
        }
      };
    },
    /** Returns the latest lines of a request or a function. */
    find(filter: { requestId?: string | undefined; functionName?: string | undefined }): LogLine[] {
      return lines.filter(({ requestId, functionName }) => {
        const { requestId: wantedId = requestId, functionName: wantedName = functionName } = filter;
        return requestId === wantedId && functionName === wantedName;
      });
    },
    /** Writes all lines. */
    async close(): Promise<void> {
      await Promise.all([...files.values()].map(({ mapping }) => mapping));
      clearTimeout(flushing);
      flushAll();
    },
  };
}

/** `{{placeholders}}`: what their names stand for, and texts with them filled in. */
import { compilePath } from './path.ts';
import { isNone, toText } from './values.ts';

/** Answers what a name stands for; undefined when nobody knows. */
export type Resolve = (name: string) => unknown;

const dayMs = 86_400_000;

/** Names that mean a time, whatever the data has of that name. */
const times: Readonly<Record<string, (nowMs: number) => string>> = {
  now: (nowMs) => new Date(nowMs).toISOString(),
  today: (nowMs) => dateOf(nowMs),
  yesterday: (nowMs) => dateOf(nowMs - dayMs),
  tomorrow: (nowMs) => dateOf(nowMs + dayMs),
};

/** The calendar date in UTC. */
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Looks a name up: first the times, then in each source by path, until one knows it. Null counts as unknown. */
export function resolver(nowMs: number, ...sources: readonly unknown[]): Resolve {
  return (name) => {
    if (Object.hasOwn(times, name)) return times[name]?.(nowMs);
    const look = compilePath(name);
    for (const source of sources) {
      const value = look(source);
      if (!isNone(value)) return value;
    }
    return undefined;
  };
}

const wholePlaceholder = /^\{\{([^{}]*)\}\}$/;
const anyPlaceholder = /\{\{([^{}]*)\}\}/g;

/** What filling in produces is counted: `spend` throws when it is too much. */
export type Spend = (bytes: number) => void;

function fillText(text: string, resolve: Resolve, spend: Spend): unknown {
  if (!text.includes('{{')) {
    spend(Buffer.byteLength(text));
    return text;
  }
  const name = wholePlaceholder.exec(text)?.[1];
  const whole = name === undefined ? undefined : resolve(name.trim());
  if (!isNone(whole)) {
    spend(Buffer.byteLength(toText(whole)));
    return whole;
  }
  return text.replaceAll(anyPlaceholder, (placeholder, inside: string) => {
    const value = resolve(inside.trim());
    const filled = isNone(value) ? placeholder : toText(value);
    spend(Buffer.byteLength(filled));
    return filled;
  });
}

/**
 * A value with the placeholders of all texts in it filled in. A text that is one placeholder and nothing else
 * becomes the value itself, whatever its type; a placeholder that nobody knows stays as it is.
 */
export function fill(value: unknown, resolve: Resolve, spend: Spend): unknown {
  if (typeof value === 'string') return fillText(value, resolve, spend);
  // Quotes and commas count as well.
  spend(2);
  if (typeof value !== 'object' || value === null) {
    spend(String(value).length);
    return value;
  }
  if (Array.isArray(value)) return value.map((element) => fill(element, resolve, spend));
  const entries = Object.entries(value).map(([key, child]) => {
    spend(Buffer.byteLength(key));
    return [key, fill(child, resolve, spend)];
  });
  return Object.fromEntries(entries);
}

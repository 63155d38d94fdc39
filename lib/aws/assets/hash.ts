import { hash } from 'node:crypto';

const digits = 12;

/** A short name for plain data, the same for the same data. */
export function hashOf(data: unknown): string {
  return hash('sha256', JSON.stringify(data)).slice(0, digits);
}

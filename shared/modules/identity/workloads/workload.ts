/** Decides whether a key accepts the token of a workload. Pure. */
import type { Workload } from '../../../kernel/auth/identity-types.ts';

/**
 * Whether the subject matches the pattern, in which `*` stands for any text. Not a regular expression: callers write the
 * pattern, and this comparison takes linear time.
 */
export function matchesSubject(pattern: string, subject: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return subject === pattern;
  if (!subject.startsWith(first) || subject.length < first.length + last.length) return false;
  let from = first.length;
  for (const part of rest) {
    const at = subject.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return subject.endsWith(last) && subject.length - last.length >= from;
}

/** The workloads of an issuer; tokens of others are not verified. */
export function workloadsOf(issuer: unknown, workloads: readonly Workload[]): Workload[] {
  return workloads.filter((workload) => workload.issuer === issuer);
}

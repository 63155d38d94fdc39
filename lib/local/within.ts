export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/** Rejects with `TimeoutError` when the work takes longer. */
export function within<Value>(timeoutMs: number, work: Promise<Value>, problem?: string): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TimeoutError(problem)), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

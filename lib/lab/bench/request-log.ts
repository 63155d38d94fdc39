/** Logs one line per request, because every deployed function logs its requests. */
export function logRequest(status: number): void {
  console.log(JSON.stringify({ level: 'info', message: 'request', status }));
}

/** Addresses to which codes may be sent (RFC 8252, RFC 9700). Pure. */

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Schemes of applications that receive codes themselves. Others, such as `javascript:`, could run code in a page. */
const applicationSchemes: ReadonlySet<string> = new Set(['cursor:', 'vscode:', 'vscode-insiders:']);

const isLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && loopbackHosts.has(hostname);

/** Whether an application may register the address: https, http on this machine, or a known scheme of applications. */
export function isRedirectUri(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || text.includes('#') || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || applicationSchemes.has(url.protocol) || isLoopback(url);
}

/** The address without its port, if it is one of this machine: the system assigns ports to applications. */
function comparedUri(text: string): string {
  const url = URL.parse(text);
  if (url === null || !isLoopback(url)) return text;
  url.port = '';
  return url.href;
}

/** Whether the address is a registered one: the same text, or with another port on this machine. */
export const isRegistered = (requested: string, registered: readonly string[]): boolean =>
  isRedirectUri(requested) && registered.some((one) => comparedUri(one) === comparedUri(requested));

/** What people see of the address: its host, with the scheme if that is an application's. */
export function shownHost(text: string): string {
  const url = new URL(text);
  return url.protocol === 'https:' || isLoopback(url) ? url.host : `${url.protocol}//${url.host}`;
}

import { execFileSync } from 'node:child_process';
import { beforeEach, describe, expect, it } from 'vitest';
import { curlCommand } from '../../../lib/console/api/curl.ts';
import { forgetCalls, recentCalls, rememberCall } from '../../../lib/console/api/recent-calls.ts';

const url = 'https://platform.example/api/webhooks';

/** The arguments that a shell passes to curl. */
function argumentsOf(command: string): string[] {
  const script = command.replace('curl', "printf '%s\\0'");
  const output = execFileSync('sh', ['-c', script], {
    encoding: 'utf8',
    env: { API_KEY: 'pmk_1', SECRET: 'hush' },
  });
  return output.split('\0').slice(0, -1);
}

describe('the command of a request', () => {
  it('reads with the key of the reader', () => {
    const command = curlCommand({ method: 'GET', url: `${url}?search=a&page=2`, body: undefined });
    expect(argumentsOf(command)).toEqual([`${url}?search=a&page=2`, '-H', 'X-Api-Key: pmk_1']);
  });

  it.each(["it's", '$HOME `id` "quoted"', 'two\nlines', '\\'])('sends the body unchanged: %j', (name) => {
    const body = JSON.stringify({ name });
    const sent = argumentsOf(curlCommand({ method: 'PUT', url, body }));
    const headers = ['-H', 'X-Api-Key: pmk_1', '-H', 'Content-Type: application/json'];
    expect(sent).toEqual(['-X', 'PUT', url, ...headers, '-d', body]);
  });
});

describe('the requests of a page', () => {
  beforeEach(forgetCalls);

  it('shows a repeated request once, at its latest position', () => {
    const first = { method: 'GET', url, body: undefined };
    const second = { method: 'POST', url, body: '{}' };
    for (const call of [first, second, { ...first }]) rememberCall(call);
    expect(recentCalls.get()).toEqual([second, first]);
  });

  it.each([
    ['{"id":"1","password":"Analytical-1"}', '{"id":"1","password":"hush"}'],
    ['{"secret":"whsec_1","name":"secret"}', '{"secret":"hush","name":"secret"}'],
    [
      '{"credentials":{"apiKey":"sk_1","live":true},"limit":12345678901234567890}',
      '{"credentials":{"apiKey":"hush","live":true},"limit":12345678901234567890}',
    ],
    ['{"clientSecret":null}', '{"clientSecret":null}'],
    ['["password"]', '["password"]'],
  ])('shows no secret of %s, but a variable in its place', (body, sent) => {
    rememberCall({ method: 'PUT', url, body });
    const [call] = recentCalls.get();
    if (call === undefined) throw new Error('The request is not shown.');
    expect(argumentsOf(curlCommand(call)).at(-1)).toBe(sent);
  });

  it('omits sign-in requests and those of every page', () => {
    for (const path of ['/api/auth/login', '/api/auth/session/from-key', '/api/notifications/unread-count']) {
      rememberCall({ method: 'POST', url: `https://platform.example${path}`, body: '{"key":"pmk_1"}' });
    }
    expect(recentCalls.get()).toEqual([]);
  });
});

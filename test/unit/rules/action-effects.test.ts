import { describe, expect, it } from 'vitest';
import {
  anExecutableRule,
  emitEvent,
  logMessage,
  noEffects,
  notingEffects,
  run,
  setField,
} from '../../support/runtime/executions.ts';

describe('NOTIFY and CALL_WEBHOOK', () => {
  const recipients = ' a@x.com, {{user.id}} ,';
  const notify = { type: 'NOTIFY', config: { recipients, message: '{{total}}', subject: 's' } };
  const url = 'https://x.com/{{entityId}}?token=abc';
  const request = { method: 'put', headers: { 'x-total': '{{total}}' }, payload: { total: '{{total}}' } };
  const call = { type: 'CALL_WEBHOOK', config: { url, ...request } };

  it('call the executor, and add its writes to the execution', async () => {
    const { effects, requested } = notingEffects();
    const rule = anExecutableRule({ id: 'r1', success: [notify, call] });
    const { executed, writes } = await run([rule], { depth: 2 }, { effects });
    expect(requested.notified).toEqual([
      { recipients: ['a@x.com', 'ada'], message: '250', subject: 's', template: null },
    ]);
    const sent = { method: 'PUT', headers: { 'x-total': '250' }, contentType: 'application/json' };
    expect(requested.called).toEqual([
      { url: 'https://x.com/SO-1?token=abc', payload: { text: '{"total":250}', request: sent } },
    ]);
    expect(requested.causes.map(({ key, depth }) => [key, depth])).toEqual([
      ['execution-1:r1:0', 3],
      ['execution-1:r1:1', 3],
    ]);
    expect(executed[0]?.actions?.map(({ success, detail }) => [success, detail.queued])).toEqual([
      [true, true],
      [true, true],
    ]);
    expect(writes).toHaveLength(2);
  });

  it('notify all recipients of a list in a list', async () => {
    const { effects, requested } = notingEffects();
    const config = { recipients: ['{{list}}', 'c@x.com'], message: 'm' };
    const rule = anExecutableRule({ success: [{ type: 'NOTIFY', config }] });
    await run([rule], { data: { list: ['a@x.com', 'b@x.com'] } }, { effects });
    expect(requested.notified).toMatchObject([{ recipients: ['a@x.com', 'b@x.com', 'c@x.com'] }]);
  });

  it('fail alone if their effect is too large to be stored', async () => {
    const put = { pk: 'effect', sk: 'large', payload: 'x'.repeat(409_600) };
    const effects = { ...notingEffects().effects, callWebhook: async () => ({ writes: [{ put }] }) };
    const rule = anExecutableRule({ success: [call, notify] });
    const { executed, writes } = await run([rule], {}, { effects });
    expect(executed[0]?.actions?.map(({ success, error }) => [success, error])).toEqual([
      [false, 'The effect of the action is too large to be stored.'],
      [true, undefined],
    ]);
    expect(writes).toHaveLength(1);
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['NOTIFY', { recipients: ' , ', message: 'm' }, /no recipients/],
    ['NOTIFY', { recipients: [], message: 'm' }, /no recipients/],
    ['CALL_WEBHOOK', { url: ' ' }, /url is empty/],
    ['CALL_WEBHOOK', { url: 'https://x.com', method: 'BREW' }, /method BREW is not supported/],
    ['CALL_WEBHOOK', { url: 'https://x.com', headers: 'a: b' }, /headers must be an object/],
  ])('%s %j fails', async (type, config, error) => {
    const { effects } = notingEffects();
    const { executed } = await run([anExecutableRule({ success: [{ type, config }] })], {}, { effects });
    expect(executed[0]?.actions?.[0]).toMatchObject({ success: false, error: expect.stringMatching(error) });
  });

  it('end the execution with an unexpected error', async () => {
    const broken = async () => {
      throw new TypeError('a bug');
    };
    const effects = { ...noEffects, notify: broken };
    await expect(run([anExecutableRule({ success: [notify] })], {}, { effects })).rejects.toThrow('a bug');
  });
});

describe('secrets', () => {
  const data = { total: 1, password: 'hunter2', card: { cvv: '123', kind: 'visa' } };
  const logged = async (action: unknown) => {
    const { effects } = notingEffects();
    const { executed } = await run([anExecutableRule({ success: [action] })], { data }, { effects });
    return JSON.stringify(executed[0]?.actions?.[0]?.logged);
  };

  it.each([
    logMessage('{{password}} {{card.cvv}} {{card}} {{data}}'),
    { type: 'SHOW_ERROR', config: { message: '{{password}}{{card}}' } },
    setField('x', '{{password}}'),
    setField('x', 'is {{card.cvv}}'),
    setField('password', 'hunter2'),
    setField('x', '{{card}}'),
    { type: 'NOTIFY', config: { recipients: 'a', message: '{{password}} {{card.cvv}}' } },
    {
      type: 'CALL_WEBHOOK',
      config: { url: 'https://x.com?key=hunter2', headers: { a: 'hunter2' }, body: '123' },
    },
    emitEvent({ eventName: 'sales.order.flagged', payload: { p: '{{password}}' } }),
  ])('do not reach the log: %j', async (action) => {
    expect(await logged(action)).not.toMatch(/hunter2|123/);
  });

  it('are available to fields and messages', async () => {
    const { fields } = await run([anExecutableRule({ success: [setField('x', '{{password}}')] })], { data });
    expect(fields.get('x')).toBe('hunter2');
  });
});

import { describe, expect, it } from 'vitest';
import { isSameOriginPath } from '../../../shared/modules/notifications/href.ts';

describe('a link of a notification', () => {
  it.each(['/', '/orders/SO-1001', '/a?b=c#d', '/orders/Größe 5', '/a//b', '/a:b', '/@a'])(
    'can be %s',
    (href) => {
      expect(isSameOriginPath(href)).toBe(true);
    },
  );

  it.each([
    ...['', 'orders', './orders', 'https://evil.example/', 'https:evil.example'],
    ...['//evil.example', '/\\evil.example', '\\/evil.example', ' //evil.example', '/\t/evil.example'],
    ...['/\n/evil.example', '/.//evil.example', '/a/..//evil.example', '/a\u0000b'],
    ...['javascript:alert(1)', 'data:text/html,x'],
  ])('cannot be %j', (href) => {
    expect(isSameOriginPath(href)).toBe(false);
  });
});

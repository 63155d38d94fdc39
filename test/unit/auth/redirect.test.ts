import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeRedirect } from '../../../shared/modules/identity/sessions/redirect.ts';

describe('the redirect after a log-in', () => {
  it.each([
    ['/', '/'],
    ['/rules?page=2#top', '/rules?page=2#top'],
    ['/a/../b', '/b'],
    ['/a?next=//evil.example', '/a?next=//evil.example'],
    ['/ä', '/%C3%A4'],
  ])('%s stays on this host', (wanted, expected) => {
    expect(safeRedirect(wanted)).toBe(expected);
  });

  it.each([
    ...[undefined, '', 'rules', 'https://evil.example/', 'javascript:alert(1)'],
    ...['//evil.example', '///evil.example', '/\\evil.example', '\\/evil.example', ' //evil.example'],
    ...['/\t/evil.example', '/\n/evil.example', '/.//evil.example', '/a/..//evil.example'],
  ])('%j is replaced by the start page', (wanted) => {
    expect(safeRedirect(wanted)).toBe('/');
  });

  it('stays on this host, for any request', () => {
    const piece = fc.constantFrom(
      ...['/', '\\', '.', '..', '\t', '\n', 'a', ':', '@', '?', '#', '%2f', 'evil.example', 'http:'],
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join('')}`),
        (wanted) => {
          const place = safeRedirect(wanted);
          expect(new URL(place, 'https://api.example.com').origin).toBe('https://api.example.com');
          expect(safeRedirect(place)).toBe(place);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

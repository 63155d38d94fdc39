import { expect, it } from 'vitest';
import { deviceOf } from '../../../shared/modules/identity/sessions/shown-sign-in.ts';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';

it.each<[string | null, string | undefined]>([
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ['Chrome on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`],
  ['Edge on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/143.0.0.0`],
  ['Opera on macOS', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${chrome} OPR/120.0.0.0`],
  ['Chrome on Android', `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${chrome}`],
  [
    'Safari on iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  ],
  ['curl', 'curl/8.14.1'],
  [null, 'x'.repeat(256)],
  [null, undefined],
])('shows the device as %s', (device, userAgent) => {
  expect(deviceOf(userAgent)).toBe(device);
});

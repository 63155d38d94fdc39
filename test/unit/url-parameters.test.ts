import { expect, it } from 'vitest';
import { setParameters } from '../../shared/kernel/base/url-parameters.ts';

it.each([
  ['https://a.example/x', 'https://a.example/x?limit=5&cursor=a+b%26'],
  ['https://a.example/x?q=a%20b%2Fc&flag&~', 'https://a.example/x?q=a%20b%2Fc&flag&~&limit=5&cursor=a+b%26'],
  [
    'https://a.example/x?sig=a%2Bb%3D&limit=100&&lim%69t=9',
    'https://a.example/x?sig=a%2Bb%3D&limit=5&cursor=a+b%26',
  ],
])('sets parameters of %s, and keeps the others as they are written', (address, expected) => {
  const url = new URL(address);
  setParameters(url, { limit: '5', cursor: 'a b&' });
  expect(url.href).toBe(expected);
});

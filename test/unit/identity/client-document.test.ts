/** Documents of applications are only read from public addresses. */
import { expect, it } from 'vitest';
import { findDocumented } from '../../../shared/modules/identity/oauth/client-document.ts';

it.each([
  ...[
    'https://169.254.169.254/latest/meta-data',
    'https://127.0.0.1/client.json',
    'https://[::1]/client.json',
  ],
  ...['https://10.0.0.1:8443/client.json', 'https://localhost/client.json'],
  'https://service.internal/client.json',
])('%s is not called', async (address) => {
  await expect(findDocumented(address)).rejects.toThrow('cannot be read (unsafe)');
});

it.each([
  ...['http://app.example.com/client.json', 'https://app.example.com/', 'https://app.example.com'],
  ...['https://app.example.com/a/../client.json', 'https://App.example.com/client.json'],
  ...['https://app.example.com:443/client.json', 'https://user@app.example.com/client.json'],
  ...['https://app.example.com/client.json#part', 'https:client.json'],
])('%s is no address of a document', async (address) => {
  await expect(findDocumented(address)).rejects.toThrow('no https address');
});

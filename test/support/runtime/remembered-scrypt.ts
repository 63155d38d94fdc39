/**
 * Derives a key from the same password and salt only once per test process: a derivation takes 0.2 s of CPU, and most
 * test users have the same password.
 */
import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

type Callback = (error: Error | null, key: Buffer) => void;

const derive = crypto.scrypt;
const keys = new Map<string, Promise<Buffer>>();

function remembered(
  password: BinaryLike,
  salt: BinaryLike,
  bytes: number,
  options: ScryptOptions,
): Promise<Buffer> {
  const name = JSON.stringify([password, salt, bytes, options]);
  const known = keys.get(name);
  if (known !== undefined) return known;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  derive(password, salt, bytes, options, (error, key) => (error ? reject(error) : resolve(key)));
  keys.set(name, promise);
  return promise;
}

function scrypt(
  password: BinaryLike,
  salt: BinaryLike,
  bytes: number,
  options: ScryptOptions,
  callback: Callback,
): void {
  remembered(password, salt, bytes, options).then(
    (key) => callback(null, Buffer.from(key)),
    (error) => callback(error, Buffer.alloc(0)),
  );
}

/** From now on, this process caches derived keys. */
export function rememberDerivedKeys(): void {
  if (crypto.scrypt !== derive) return;
  Object.assign(crypto, { scrypt });
  syncBuiltinESMExports();
}

/** Each test file begins with the initial environment of its process, without changes of earlier files. */
import { initialEnvironment } from './initial-environment.ts';

for (const name of Object.keys(process.env)) {
  if (!Object.hasOwn(initialEnvironment, name) && !name.startsWith('VITEST')) delete process.env[name];
}
Object.assign(process.env, initialEnvironment);

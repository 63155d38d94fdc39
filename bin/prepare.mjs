// npm runs it when it has installed the packages. Plain JavaScript, as bin/run.mjs is: the host's Node may be older than
// what the project runs on.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const inProject = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const executable = process.platform === 'win32' ? 'node.exe' : 'node';
const pinnedNode = inProject(`node_modules/node/bin/${executable}`);

// Without development dependencies there is nothing to prepare, and nothing to do it with.
if (existsSync(pinnedNode)) {
  // The package has made a link to the program in there; the rest is headers and manuals, 62 MB.
  rmSync(inProject('node_modules/node/node_modules'), { recursive: true, force: true });
  // For browsers; Node reads the same code from the .wasm files, 26 MB.
  const recognizer = inProject('node_modules/tesseract.js-core');
  const forBrowsers = readdirSync(recognizer).filter((file) => file.endsWith('.wasm.js'));
  for (const file of forBrowsers) rmSync(`${recognizer}/${file}`);
  const { status } = spawnSync(pinnedNode, [inProject('bin/client-types/generate.ts')], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

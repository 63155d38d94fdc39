/**
 * From source to cloud assembly: synthesizes the CDK app over bundled functions. Runs as a child program that reads
 * its input as JSON from standard input, because CDK takes hundreds of megabytes.
 */
import { rmSync } from 'node:fs';
import { AssetStaging } from 'aws-cdk-lib';
import { createApp } from '../../aws/app.ts';
import { asChildProgram } from '../child-program.ts';
import { stage } from '../stage.ts';
import { assemblyDir, ingestVariable, type SynthesisInput } from './synthesis.ts';

const localSender = 'notifications@platform.example';

/** Writes the templates of stage `local` below `dataDir`. Returns the assembly's folder. Throws when a setting is unknown. */
export function synthesize({ dataDir, settings, bundleDir }: SynthesisInput): string {
  const outdir = assemblyDir(dataDir);
  rmSync(outdir, { recursive: true, force: true });
  // CDK caches what it read until the process ends; the folder may not exist any more.
  AssetStaging.clearAssetHashCache();
  const { [ingestVariable]: ingest, ...ofFunctions } = settings;
  return createApp({
    stage,
    // The public URL is only known once the public host listens, and is set then.
    options: {
      ingest: ingest === 'on',
      email: { sender: localSender, linkBase: 'http://localhost', tenants: true },
    },
    settings: ofFunctions,
    bundleDir,
    outdir,
    copyCode: false,
  }).synth().directory;
}

if (import.meta.main) await asChildProgram((input: SynthesisInput) => void synthesize(input));

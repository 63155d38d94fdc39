import { sample } from '../../../kernel/samples/sample.ts';
import { getHealth } from './contract.ts';

export const healthSamples = [sample(getHealth)];

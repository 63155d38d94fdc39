import { sample } from '../../../kernel/samples/sample.ts';
import * as contract from './contract.ts';

export const overviewSamples = [sample(contract.getActivity)];

/** Typical calls of deliveries: a photograph, and a size of it that was made before. */
import { downloadFile, getImage } from '../../shared/attachments/contract.ts';
import { aPhoto, bytesOf, uploadPicture } from './pictures.ts';
import type { BenchCaller, Platform } from './platform.ts';
import type { Prepare } from './typical-calls.ts';

const aPicture = async (platform: Platform, caller: BenchCaller) =>
  uploadPicture(platform, caller, await aPhoto(800, 600));

/** By operation id. */
export const deliveryPreparations: Readonly<Record<string, Prepare>> = {
  downloadFile: async (...at) => ({ path: downloadFile.path.replace('{id}', await aPicture(...at)) }),
  getImage: async (platform, caller) => {
    const path = `${getImage.path.replace('{id}', await aPicture(platform, caller))}?width=320&height=240`;
    await bytesOf(platform, caller, path);
    return { path };
  },
};

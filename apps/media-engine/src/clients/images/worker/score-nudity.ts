import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as tf from '@tensorflow/tfjs';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { load, type NSFWJS } from 'nsfwjs/core';
import { MobileNetV2Model } from 'nsfwjs/models/mobilenet_v2';
import sharp from 'sharp';
import type { NudityScores, Pixels } from './protocol.ts';

/** The edge, in pixels, of the images that the model was trained on. */
const edge = 224;

let model: Promise<NSFWJS> | null = null;

/** Loads the model and its weights from their packages, without the network. */
function loaded(): Promise<NSFWJS> {
  model ??= (async () => {
    const backend = createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm/package.json');
    setWasmPaths(join(dirname(backend), 'wasm-out', '/'));
    await tf.setBackend('wasm');
    return load('MobileNetV2', { modelDefinitions: [MobileNetV2Model] });
  })();
  return model;
}

/** Classifies an image by a small model as one of five kinds. The result is an indicator, and often wrong. */
export async function scoreNudity({ pixels }: { readonly pixels: Pixels }): Promise<NudityScores> {
  const { path, width, height } = pixels;
  const classifier = await loaded();
  const small = await sharp(await readFile(path), { raw: { width, height, channels: 3 } })
    .resize(edge, edge, { fit: 'fill' })
    .raw()
    .toBuffer();
  const tensor = tf.tensor3d(new Uint8Array(small), [edge, edge, 3], 'int32');
  try {
    const scored = await classifier.classify(tensor);
    const of = (name: string) => scored.find(({ className }) => className === name)?.probability ?? 0;
    return {
      porn: of('Porn'),
      hentai: of('Hentai'),
      sexy: of('Sexy'),
      neutral: of('Neutral'),
      drawing: of('Drawing'),
    };
  } finally {
    tensor.dispose();
  }
}

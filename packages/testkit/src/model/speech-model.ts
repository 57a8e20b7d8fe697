import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onnxFileOf } from './onnx-file.ts';

/** What a made model writes for any sound, by the language that it is asked for. */
export const madeTranscripts = { en: 'this cures colds', zh: '三天治好', id: 'obat ini sembuh' } as const;

const languages = ['en', 'zh', 'id'] as const;
/** Tokens of one language each, in the order of their transcript. */
const words = {
  en: ['this', ' cures', ' colds'],
  zh: ['三天', '治好'],
  id: ['obat', ' ini', ' sembuh'],
} as const;

/**
 * Writes a model of the shape of Whisper, as sherpa-onnx reads it: it writes the same words for any sound of a language.
 * There is no speech model in any package, and this one shows that loading, options and decoding are right.
 * @returns the paths of its files in the folder
 */
export async function makeWhisperModel(folder: string): Promise<readonly string[]> {
  const [sot, eot, transcribe, translate, noTimestamps, noSpeech, blank] = [0, 1, 2, 3, 4, 5, 6];
  const languageTokens = languages.map((_, place) => 7 + place);
  const texts = languages.flatMap((language) => words[language]);
  const firstText = 7 + languages.length;
  const vocabulary = firstText + texts.length;
  // Of each token the one that follows, and of each language the one that begins.
  const [next, begin] = [table(vocabulary), table(vocabulary)];
  let token = firstText;
  for (const [place, language] of languages.entries()) {
    begin.set(languageTokens[place] ?? 0, token, 5);
    for (const [number] of words[language].entries()) {
      const isLast = number === words[language].length - 1;
      next.set(token, isLast ? eot : token + 1, 10);
      token++;
    }
  }
  const state = { layers: 1, context: 64, width: 4 };
  const encoder = onnxFileOf({
    inputs: [{ name: 'mel', type: 'float', dimensions: [1, 80, 'T'] }],
    outputs: ['n_layer_cross_k', 'n_layer_cross_v'].map((name) => ({
      name,
      type: 'float',
      dimensions: [1, 80, 'T'],
    })),
    constants: [],
    nodes: ['n_layer_cross_k', 'n_layer_cross_v'].map((name) => ({
      operator: 'Identity',
      inputs: ['mel'],
      outputs: [name],
    })),
    metadata: {
      model_type: 'whisper-made',
      n_mels: 80,
      n_text_layer: state.layers,
      n_text_ctx: state.context,
      n_text_state: state.width,
      n_vocab: vocabulary,
      sot,
      eot,
      blank_id: blank,
      translate,
      transcribe,
      is_multilingual: 1,
      no_timestamps: noTimestamps,
      no_speech: noSpeech,
      sot_sequence: [sot, languageTokens[0], transcribe].join(','),
      all_language_tokens: languageTokens.join(','),
      all_language_codes: languages.join(','),
    },
  });
  const cache = ['L', 1, 'C', 'W'];
  const decoder = onnxFileOf({
    inputs: [
      { name: 'tokens', type: 'int64', dimensions: [1, 'N'] },
      { name: 'in_n_layer_self_k_cache', type: 'float', dimensions: cache },
      { name: 'in_n_layer_self_v_cache', type: 'float', dimensions: cache },
      { name: 'n_layer_cross_k', type: 'float', dimensions: [1, 80, 'T'] },
      { name: 'n_layer_cross_v', type: 'float', dimensions: [1, 80, 'T'] },
      { name: 'offset', type: 'int64', dimensions: [1] },
    ],
    outputs: [
      { name: 'logits', type: 'float', dimensions: [1, 'N', vocabulary] },
      { name: 'out_n_layer_self_k_cache', type: 'float', dimensions: cache },
      { name: 'out_n_layer_self_v_cache', type: 'float', dimensions: cache },
    ],
    constants: [
      { name: 'next', dimensions: [vocabulary, vocabulary], data: next.data },
      { name: 'begin', dimensions: [vocabulary, vocabulary], data: begin.data },
      { name: 'axis', dimensions: [1], data: BigInt64Array.from([1n]) },
    ],
    nodes: [
      { operator: 'Gather', inputs: ['next', 'tokens'], outputs: ['following'] },
      { operator: 'Gather', inputs: ['begin', 'tokens'], outputs: ['beginning'] },
      {
        operator: 'ReduceSum',
        inputs: ['beginning', 'axis'],
        outputs: ['begun'],
        attributes: { keepdims: 1 },
      },
      { operator: 'Add', inputs: ['following', 'begun'], outputs: ['logits'] },
      ...['k', 'v'].map((name) => ({
        operator: 'Identity',
        inputs: [`in_n_layer_self_${name}_cache`],
        outputs: [`out_n_layer_self_${name}_cache`],
      })),
    ],
  });
  const named = [
    ...texts.map((word, place) => `${Buffer.from(word).toString('base64')} ${firstText + place}`),
    // Tokens that are no text have lines too, as in real ones.
    ...Array.from({ length: firstText }, (_, id) => `${Buffer.from(`<|${id}|>`).toString('base64')} ${id}`),
  ];
  return write(folder, {
    'made-encoder.onnx': encoder,
    'made-decoder.onnx': decoder,
    'made-tokens.txt': `${named.join('\n')}\n`,
  });
}

/**
 * Writes a model of the shape of SenseVoice, as sherpa-onnx reads it; see `makeWhisperModel`. It knows no Indonesian.
 * @returns the paths of its files in the folder
 */
export async function makeSenseVoiceModel(folder: string): Promise<readonly string[]> {
  const tokens = [
    '<blank>',
    '<|nospeech|>',
    '<|NEUTRAL|>',
    '<|Speech|>',
    '<|withitn|>',
    '这个',
    ...['en', 'zh'],
  ];
  const known: Readonly<Record<string, string>> = { en: 'this', zh: madeTranscripts.zh };
  const vocabulary = tokens.length;
  const features = 560;
  const head = new Float32Array(4 * vocabulary);
  for (const frame of [0, 1, 2, 3]) head[frame * vocabulary + frame + 1] = 1;
  // Row 0 is of the language `auto`.
  const body = new Float32Array(3 * vocabulary);
  for (const [row, token] of [5, 6, 7].entries()) body[row * vocabulary + token] = 1;
  const model = onnxFileOf({
    inputs: [
      { name: 'x', type: 'float', dimensions: [1, 'T', features] },
      { name: 'x_length', type: 'int32', dimensions: [1] },
      { name: 'language', type: 'int32', dimensions: [1] },
      { name: 'text_norm', type: 'int32', dimensions: [1] },
    ],
    outputs: [{ name: 'logits', type: 'float', dimensions: [1, 'F', vocabulary] }],
    constants: [
      { name: 'nothing', dimensions: [features, vocabulary], data: new Float32Array(features * vocabulary) },
      { name: 'head', dimensions: [1, 4, vocabulary], data: head },
      { name: 'body', dimensions: [3, vocabulary], data: body },
    ],
    nodes: [
      { operator: 'MatMul', inputs: ['x', 'nothing'], outputs: ['zeros'] },
      { operator: 'Gather', inputs: ['body', 'language'], outputs: ['word'] },
      { operator: 'Add', inputs: ['zeros', 'word'], outputs: ['spoken'] },
      { operator: 'Concat', inputs: ['head', 'spoken'], outputs: ['logits'], attributes: { axis: 1 } },
    ],
    metadata: {
      model_type: 'sense_voice_ctc',
      comment: 'made',
      vocab_size: vocabulary,
      lfr_window_size: 7,
      lfr_window_shift: 6,
      normalize_samples: 0,
      with_itn: 14,
      without_itn: 15,
      lang_auto: 0,
      lang_en: 1,
      lang_zh: 2,
      lang_ja: 0,
      lang_ko: 0,
      lang_yue: 0,
      neg_mean: new Array(features).fill('0').join(','),
      inv_stddev: new Array(features).fill('1').join(','),
    },
  });
  const lines = tokens.map((token, id) => `${known[token] ?? token} ${id}`);
  return write(folder, { 'model.onnx': model, 'tokens.txt': `${lines.join('\n')}\n` });
}

/** A square of numbers, all zero at first. */
function table(size: number) {
  const data = new Float32Array(size * size);
  return {
    data,
    set: (row: number, column: number, value: number) => {
      data[row * size + column] = value;
    },
  };
}

async function write(folder: string, files: Readonly<Record<string, string | Uint8Array>>) {
  await mkdir(folder, { recursive: true });
  const paths = Object.keys(files).map((name) => join(folder, name));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return paths;
}

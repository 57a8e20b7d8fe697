import { openTranscriber, type Transcriber } from '@redline/speech';
import { answerCalls } from '../../images/worker/answer-calls.ts';
import { readSamples } from './read-samples.ts';
import type { TranscriberCalls } from './speech-protocol.ts';

const [folder = '', threads = '1'] = process.argv.slice(2);
let opened: Promise<Transcriber> | null = null;

/** The program of the transcriber process: transcribes stretches of decoded sound, with the model in the folder that it is given. */
answerCalls<TranscriberCalls>({
  async transcribe({ samples, language }) {
    opened ??= openTranscriber(folder, Number(threads));
    const transcriber = await opened;
    const pieces: Int16Array[] = [];
    for await (const piece of readSamples(samples)) pieces.push(piece);
    const sound = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
      sound.set(piece, at);
      at += piece.length;
    }
    return transcriber.transcribe(sound, language);
  },
});

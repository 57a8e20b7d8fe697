/** The thread of `createWordCompiler`: compiles one list after the other; tables go back on shared memory. */
import { parentPort } from 'node:worker_threads';
import type { Term } from '@redline/matcher';
import { compileWords } from '../domain/custom-words.ts';
import type { CompileReply, CompileRequest } from './word-compiler.ts';

const termsOf = ({ texts, unbounded }: CompileRequest): Term[] =>
  texts.map((text, index) => ({ text, boundary: unbounded[index] === 1 ? 'none' : 'word' }));

function replyTo(request: CompileRequest): CompileReply {
  try {
    return { id: request.id, tables: compileWords(termsOf(request)).map(({ tables }) => tables) };
  } catch (error) {
    return { id: request.id, fault: String(error) };
  }
}

parentPort?.on('message', (request: CompileRequest) => parentPort?.postMessage(replyTo(request)));

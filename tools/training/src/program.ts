import { Argument, Command } from 'commander';
import { readSite } from './read-site.ts';
import { corpusSites } from './site-files.ts';

interface Output {
  /** Writes a line. */
  readonly print: (line: string) => void;
}

/** Builds the command line; see the README for its output, and for the training itself, which is in Python. */
export function buildProgram({ print }: Output): Command {
  return new Command('train')
    .description('Checks the corpus of a site, which the reader is trained on')
    .addArgument(new Argument('[site]').choices(corpusSites).default('us'))
    .action((site: string) => {
      const { passages, texts, marked } = readSite(site).corpus;
      print(
        `${site}: ${passages.flat().length} sentences in passages, ${texts.length + marked.length} texts`,
      );
    });
}

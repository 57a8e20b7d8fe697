import { describe, expect, it } from 'vitest';
import { languages } from '../language/languages.ts';
import type { RawCitation } from './citation-schema.ts';
import type { PackMeta } from './meta-schema.ts';
import { readDetectors, readPictures } from './read-media.ts';
import type { PackFault } from './read-source.ts';

const sourceOf = (data: unknown) => ({ file: 'pack/file.yaml', data, lineOf: () => 3 });
const faultsOf = (run: (faults: PackFault[]) => unknown): string[] => {
  const faults: PackFault[] = [];
  run(faults);
  return faults.map(({ file, line, reason }) => `${file}:${line}: ${reason}`);
};

describe('the topics of pictures', () => {
  const rules = [{ id: 'x.contact.phone', topic: 'contact' }];
  const read = (...topics: unknown[]) =>
    faultsOf((faults) => readPictures(sourceOf({ topics }), rules, faults));

  it('are read with what their findings are of', () => {
    const entry = { topics: ['contact'], types: ['OCR', 'AD'], tier: 'SOFT', without: ['x.contact.phone'] };
    const pictures = readPictures(sourceOf({ topics: [entry] }), rules, []);
    expect(pictures.get('contact')).toEqual({
      ...{ types: ['OCR', 'AD'], tier: 'SOFT', without: new Set(['x.contact.phone']) },
    });
    expect(readPictures(null, rules, []).size).toBe(0);
  });

  it('and rules that there are none of are faults with their line', () => {
    expect(read({ topics: ['contacts'], types: ['OCR'], without: ['x.contact.fax'] })).toEqual([
      'pack/file.yaml:3: no rule is of the topic "contacts"',
      'pack/file.yaml:3: there is no rule "x.contact.fax"',
    ]);
  });

  it('are of types that the contract knows, and stand once', () => {
    expect(read({ topics: ['contact'], types: ['WORDS'] })[0]).toContain('types');
    const once = { topics: ['contact'], types: ['OCR'] };
    expect(read(once, once)).toEqual(['pack/file.yaml:3: "contact" is listed twice']);
  });
});

describe('the labels of detectors', () => {
  const meta = {
    ...{ id: 'x', version: '1.0.0', language: 'en', locales: ['en-US', 'zh-CN'], glossLocale: null },
    dimensions: {},
  } as unknown as PackMeta;
  const law = {
    id: 'law',
    name: 'A Law',
    article: 'art. 9',
    inForceFrom: null,
    link: 'https://law.example/',
    gloss: {},
  };
  const sayings = { meta, language: languages.en, citations: new Map<string, RawCitation>([['law', law]]) };
  const label = {
    ...{ label: 'qr-code', about: 'There is a QR code.', types: ['AD'], tier: 'STRICT', severity: 'low' },
    category: { 'en-US': 'QR code', 'zh-CN': '二维码' },
    description: { 'en-US': 'A QR code.', 'zh-CN': '含二维码。' },
    suggestion: { 'en-US': 'Take it off.', 'zh-CN': '去掉二维码。' },
    citations: ['law'],
  };

  it('carry the citation in every locale', () => {
    const [read] = readDetectors(sourceOf({ labels: [label] }), sayings, []);
    expect(read).toMatchObject({ label: 'qr-code', tierReason: null, suggestion: label.suggestion });
    expect(read?.legalRef).toEqual({ 'en-US': 'A Law, art. 9', 'zh-CN': 'A Law, art. 9' });
  });

  it('lack no locale, name no unknown citation and stand once', () => {
    const short = {
      ...{ ...label, description: { 'en-US': 'A QR code.' }, suggestion: { 'zh-CN': '去掉。' } },
      citations: ['rule'],
    };
    expect(
      faultsOf((faults) => readDetectors(sourceOf({ labels: [label, short] }), sayings, faults)),
    ).toEqual([
      'pack/file.yaml:1: "qr-code" is defined twice',
      'pack/file.yaml:3: description lacks zh-CN',
      'pack/file.yaml:3: suggestion lacks en-US',
      'pack/file.yaml:3: unknown citation "rule"',
    ]);
  });
});

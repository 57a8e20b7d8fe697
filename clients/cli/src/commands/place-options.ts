import { mainSite, siteIds } from '@redline/contracts';
import { type Command, Option } from 'commander';
import type { PlaceOptions } from '../domain/sites.ts';

/** The options of commands that need a place. */
export type PlaceArguments = PlaceOptions;

/** Adds the options that say where copy is published. */
export const withPlaceOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--site <site>', 'the market whose law and platforms count (default: us)').choices(siteIds),
    )
    .option('--platform <platform>', 'where it is published; without it the rules of all platforms apply')
    .option('--vertical <vertical>', 'the industry of what is sold (default: general)')
    .addOption(
      new Option(
        '--product-vertical <line>',
        'the product line, on the site main (default: creator)',
      ).choices(mainSite.productVerticals),
    )
    .addOption(
      new Option('--scene-mode <scene>', 'the scene, on the site main (default: content)').choices(
        mainSite.sceneModes,
      ),
    )
    .option('--locale <locale>', 'language of explanations (default: that of the copy)');

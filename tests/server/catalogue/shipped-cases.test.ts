// The cases that the project ships: each holds skins that players of the game know, the cheap ones too.
import { describe, expect, it } from 'vitest'
import { cases } from '../../../data/cases.json'

/** Finishes that most players know by name, as the ends of the ids of skins. */
const KNOWN = [
  ...['aquamarine-revenge', 'asiimov', 'atomic-alloy', 'black-lotus', 'blaze', 'bloodsport', 'bullet-rain', 'caiman'],
  ...['case-hardened', 'chatterbox', 'containment-breach', 'cortex', 'crimson-web', 'cyrex', 'death-by-kitten'],
  ...['decimator', 'desert-hydra', 'doppler', 'dragon-king', 'dragon-lore', 'elite-build', 'emerald', 'fade'],
  ...['fever-dream', 'fire-serpent', 'frontside-misty', 'fuel-injector', 'gamma-doppler', 'golden-coil', 'guardian'],
  ...['gungnir', 'head-shot', 'hot-rod', 'howl', 'hyper-beast', 'ice-coaled', 'imminent-danger', 'inheritance'],
  ...['kill-confirmed', 'leet-museo', 'legion-of-anubis', 'lightning-strike', 'lore', 'man-o-war', 'marble-fade'],
  ...[
    'mecha-industries',
    'medusa',
    'monster-mashup',
    'mortis',
    'neo-noir',
    'neon-revolution',
    'neon-rider',
    'nightwish',
  ],
  ...['ocean-drive', 'oni-taiji', 'orion', 'phantom-disruptor', 'player-two', 'point-disarray', 'pole-position'],
  ...['printstream', 'redline', 'slate', 'slaughter', 'temukau', 'the-empress', 'the-kraken', 'the-prince'],
  ...['tiger-tooth', 'tornado', 'vulcan', 'wasteland-rebel', 'water-elemental', 'wildfire', 'chromatic-aberration'],
] as const

/** Tells whether an item (`skin.wear`) has one of these finishes. A Doppler's phase does not matter. */
const isKnown = (item: string): boolean => KNOWN.some((finish) => new RegExp(`-${finish}(-phase-\\d)?\\.`).test(item))

describe('the shipped cases', () => {
  it.each(cases.map(({ url, price, entries }) => ({ url, price, entries })))(
    '$url holds skins that players know',
    ({ price, entries }) => {
      const favourites = entries.filter(({ item }) => isKnown(item))
      expect(favourites.length).toBeGreaterThanOrEqual(price < 200 ? 2 : 1)
    },
  )
})

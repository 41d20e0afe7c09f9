// The names of the site's sounds: notifications, the stages of a game, a win by its tier, and what a player does with it. Each is a file,
// public/sounds/{name}.wav, synthesized by scripts/sounds.ts.

export const SOUND_NAMES = [
  'good',
  'bad',
  'lid',
  'whoosh',
  'tick',
  'land',
  'win-1',
  'win-2',
  'win-3',
  'win-4',
  'win-5',
  'loss',
  'sell',
  'claim',
  'level',
] as const

export type SoundName = (typeof SOUND_NAMES)[number]

// The sounds of the site: what each is made of.
import type { SoundName } from '../../src/stores/kernel/sound-names.ts'
import { arpeggio, noise, type Sound, tone, type Voice } from './synthesis.ts'

/** Pitches in Hz, equal temperament. */
const C2 = 65.41
const C3 = 130.81
const G3 = 196
const C5 = 523.25
const D5 = 587.33
const E5 = 659.25
const G5 = 783.99
const B5 = 987.77
const C6 = 1046.5
const D6 = 1174.66
const E6 = 1318.51
const G6 = 1567.98
const C7 = 2093

/** Returns a chord that swells and holds: every pitch twice, a few cents apart, so that it is wide and alive. */
function pad(pitchesHz: readonly number[], startS: number, gain: number, decayS: number): readonly Voice[] {
  return pitchesHz.flatMap((frequencyHz) =>
    [1, 1.0035].map((detune) =>
      tone({ startS, frequencyHz: frequencyHz * detune, gain, attackS: 0.09, decayS, bell: 0.5, ratio: 1 }),
    ),
  )
}

/** Returns the clink of a coin: partials that are no multiples of each other. */
function coin(startS: number, frequencyHz: number, gain: number): readonly Voice[] {
  return [
    tone({ startS, frequencyHz, gain, attackS: 0.001, decayS: 0.09, bell: 0.5, ratio: 1.41 }),
    tone({ startS, frequencyHz: frequencyHz * 1.506, gain: gain * 0.7, attackS: 0.001, decayS: 0.06 }),
    tone({ startS, frequencyHz: frequencyHz * 2.27, gain: gain * 0.35, attackS: 0.001, decayS: 0.03 }),
    noise({ startS, lengthS: 0.02, pass: 'high', frequencyHz: 5000, gain: gain * 0.8, attackS: 0.001, decayS: 0.004 }),
  ]
}

/** Returns the air of a rise that ends where the chord of a win begins. */
function rise(lengthS: number, gain: number): Voice {
  return noise({
    lengthS,
    pass: 'band',
    frequencyHz: 320,
    endHz: 4200,
    q: 1.4,
    gain,
    attackS: lengthS * 0.9,
    decayS: 0.1,
  })
}

export const SOUNDS: Readonly<Record<SoundName, Sound>> = {
  good: {
    lengthS: 0.5,
    peak: 0.5,
    voices: arpeggio([E5, B5], { gapS: 0.085, gain: 0.34, decayS: 0.13, bell: 0.7 }),
  },
  bad: {
    lengthS: 0.5,
    peak: 0.42,
    voices: arpeggio([329.63, 246.94], { gapS: 0.12, gain: 0.42, decayS: 0.13, bell: 0.3 }),
  },
  // The latch of metal, the body of wood, then the air that escapes.
  lid: {
    lengthS: 0.6,
    peak: 0.6,
    room: 0.3,
    voices: [
      noise({ lengthS: 0.03, pass: 'band', frequencyHz: 3400, q: 2.5, gain: 0.9, attackS: 0.001, decayS: 0.006 }),
      tone({ frequencyHz: 2130, gain: 0.2, attackS: 0.001, decayS: 0.03, bell: 1.4, ratio: 1.73 }),
      tone({ frequencyHz: 3570, gain: 0.12, attackS: 0.001, decayS: 0.022 }),
      noise({
        startS: 0.055,
        lengthS: 0.03,
        pass: 'band',
        frequencyHz: 2600,
        q: 2,
        gain: 0.6,
        attackS: 0.001,
        decayS: 0.006,
      }),
      tone({ startS: 0.06, frequencyHz: 210, endHz: 118, gain: 0.75, attackS: 0.003, decayS: 0.05 }),
      noise({ startS: 0.06, lengthS: 0.12, pass: 'low', frequencyHz: 620, gain: 0.7, attackS: 0.002, decayS: 0.03 }),
      noise({
        startS: 0.09,
        lengthS: 0.5,
        pass: 'band',
        frequencyHz: 700,
        endHz: 3200,
        q: 0.9,
        gain: 0.34,
        attackS: 0.14,
        decayS: 0.12,
      }),
    ],
  },
  // Air that passes: up and down again in pitch, as in loudness.
  whoosh: {
    lengthS: 0.66,
    peak: 0.5,
    voices: [
      noise({
        lengthS: 0.66,
        pass: 'band',
        frequencyHz: 260,
        middleHz: 1900,
        endHz: 420,
        q: 1.1,
        gain: 0.8,
        attackS: 0.26,
        decayS: 0.12,
      }),
      noise({
        lengthS: 0.66,
        pass: 'low',
        frequencyHz: 130,
        middleHz: 420,
        endHz: 120,
        gain: 0.7,
        attackS: 0.24,
        decayS: 0.14,
      }),
      noise({ startS: 0.06, lengthS: 0.5, pass: 'high', frequencyHz: 4200, gain: 0.06, attackS: 0.2, decayS: 0.08 }),
    ],
  },
  tick: {
    lengthS: 0.045,
    peak: 0.42,
    voices: [
      tone({ frequencyHz: 1180, gain: 0.5, attackS: 0.001, decayS: 0.009, bell: 0.6 }),
      noise({ lengthS: 0.01, pass: 'high', frequencyHz: 3000, gain: 0.16, attackS: 0.001, decayS: 0.003 }),
    ],
  },
  // Soft and heavy, with a part that the small speaker of a phone can play.
  land: {
    lengthS: 0.5,
    peak: 0.72,
    room: 0.18,
    voices: [
      tone({ frequencyHz: 132, endHz: 52, gain: 0.9, attackS: 0.004, decayS: 0.09 }),
      tone({ frequencyHz: 272, endHz: 110, gain: 0.45, attackS: 0.003, decayS: 0.05 }),
      noise({ lengthS: 0.14, pass: 'low', frequencyHz: 460, gain: 0.5, attackS: 0.002, decayS: 0.03 }),
      noise({ lengthS: 0.03, pass: 'band', frequencyHz: 1700, q: 1.2, gain: 0.32, attackS: 0.002, decayS: 0.007 }),
    ],
  },
  'win-1': {
    lengthS: 0.44,
    peak: 0.44,
    voices: arpeggio([G5, C6], { gapS: 0.09, gain: 0.3, decayS: 0.11, bell: 0.5 }),
  },
  'win-2': {
    lengthS: 0.68,
    peak: 0.52,
    room: 0.35,
    voices: [
      ...arpeggio([C5, E5, G5, C6], { gapS: 0.07, gain: 0.26, decayS: 0.16, bell: 0.9 }),
      tone({ startS: 0.21, frequencyHz: C5 / 2, gain: 0.22, attackS: 0.02, decayS: 0.2 }),
    ],
  },
  'win-3': {
    lengthS: 0.94,
    rateHz: 16_000,
    peak: 0.62,
    room: 0.45,
    voices: [
      tone({ frequencyHz: C3, gain: 0.34, attackS: 0.02, decayS: 0.34, bell: 0.3 }),
      ...arpeggio([C5, E5, G5, B5, C6, E6], { gapS: 0.06, gain: 0.22, decayS: 0.2, bell: 1 }),
      ...pad([C5, E5, G5], 0.3, 0.07, 0.3),
      tone({ startS: 0.36, frequencyHz: C7, gain: 0.08, attackS: 0.03, decayS: 0.16, bell: 0.4 }),
    ],
  },
  'win-4': {
    lengthS: 1.42,
    peak: 0.74,
    room: 0.55,
    voices: [
      rise(0.34, 0.3),
      ...arpeggio([C5, E5, G5, C6, E6, G6], { gapS: 0.055, gain: 0.18, decayS: 0.2, bell: 1 }),
      tone({ startS: 0.34, frequencyHz: 120, endHz: 50, gain: 0.5, attackS: 0.004, decayS: 0.12 }),
      tone({ startS: 0.34, frequencyHz: C3, gain: 0.34, attackS: 0.02, decayS: 0.5, bell: 0.3 }),
      tone({ startS: 0.34, frequencyHz: G3, gain: 0.2, attackS: 0.02, decayS: 0.5, bell: 0.3 }),
      ...pad([C5, E5, G5, B5], 0.34, 0.1, 0.5),
      ...arpeggio([G6, C7, E6 * 2], { startS: 0.5, gapS: 0.11, gain: 0.07, decayS: 0.22, bell: 0.6, attackS: 0.004 }),
    ],
  },
  'win-5': {
    lengthS: 2.04,
    peak: 0.86,
    room: 0.65,
    voices: [
      rise(0.56, 0.4),
      ...arpeggio([C5, D5, E5, G5, B5, C6, D6, E6, G6], { gapS: 0.06, gain: 0.17, decayS: 0.2, bell: 1 }),
      tone({ startS: 0.56, frequencyHz: 126, endHz: 44, gain: 0.75, attackS: 0.004, decayS: 0.18 }),
      noise({ startS: 0.56, lengthS: 1.2, pass: 'high', frequencyHz: 3800, gain: 0.12, attackS: 0.004, decayS: 0.28 }),
      tone({ startS: 0.56, frequencyHz: C2, gain: 0.4, attackS: 0.02, decayS: 0.9, bell: 0.6 }),
      tone({ startS: 0.56, frequencyHz: C3, gain: 0.34, attackS: 0.02, decayS: 0.8, bell: 0.3 }),
      tone({ startS: 0.56, frequencyHz: G3, gain: 0.24, attackS: 0.02, decayS: 0.8, bell: 0.3 }),
      ...pad([C5, E5, G5, B5, D6], 0.56, 0.1, 0.75),
      ...arpeggio([C6, E6, G6, C7], { startS: 0.56, gapS: 0, gain: 0.09, decayS: 0.3, bell: 1.4 }),
      ...arpeggio([G6, C7, D6 * 2, E6 * 2, G6 * 2], { startS: 0.8, gapS: 0.13, gain: 0.07, decayS: 0.26, bell: 0.5 }),
    ],
  },
  // One low note that neither falls nor mocks.
  loss: {
    lengthS: 0.34,
    peak: 0.34,
    voices: [
      tone({ frequencyHz: 262, gain: 0.4, attackS: 0.012, decayS: 0.08, bell: 0.2 }),
      noise({ lengthS: 0.16, pass: 'low', frequencyHz: 520, gain: 0.16, attackS: 0.008, decayS: 0.04 }),
    ],
  },
  sell: {
    lengthS: 0.56,
    peak: 0.5,
    room: 0.2,
    voices: [
      ...coin(0, 2480, 0.3),
      ...coin(0.07, 2890, 0.26),
      ...coin(0.12, 2640, 0.24),
      ...coin(0.21, 3160, 0.28),
      ...coin(0.3, 3320, 0.2),
    ],
  },
  // A seal pressed onto paper, then its shine.
  claim: {
    lengthS: 0.68,
    peak: 0.6,
    room: 0.3,
    voices: [
      noise({
        lengthS: 0.09,
        pass: 'band',
        frequencyHz: 2400,
        endHz: 1200,
        q: 0.8,
        gain: 0.3,
        attackS: 0.03,
        decayS: 0.02,
      }),
      tone({ startS: 0.06, frequencyHz: 176, endHz: 78, gain: 0.9, attackS: 0.003, decayS: 0.06 }),
      noise({ startS: 0.06, lengthS: 0.1, pass: 'low', frequencyHz: 900, gain: 0.6, attackS: 0.002, decayS: 0.02 }),
      ...arpeggio([880, E6], { startS: 0.15, gapS: 0.07, gain: 0.24, decayS: 0.17, bell: 0.8 }),
    ],
  },
  level: {
    lengthS: 0.69,
    peak: 0.52,
    room: 0.35,
    voices: [
      ...arpeggio([C5, D5, E5, G5, B5, C6], { gapS: 0.06, gain: 0.24, decayS: 0.13, bell: 0.7 }),
      tone({ startS: 0.3, frequencyHz: C5, gain: 0.16, attackS: 0.02, decayS: 0.2 }),
    ],
  },
}

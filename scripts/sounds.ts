// Synthesizes the five sounds of the site from sines, reproducibly: WAV, 22.05 kHz, mono, 16 bit.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const RATE_HZ = 22_050
const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '../public/sounds')

interface Note {
  readonly startS: number
  readonly frequencyHz: number
  /** The time constant of its decay, in seconds: after it the amplitude is about a third. */
  readonly decayS: number
  readonly gain: number
  /** The index of frequency modulation by a sine of twice the frequency: 0 is a pure tone, 2 sounds like a bell. */
  readonly bell?: number
  readonly attackS?: number
}

interface Sound {
  readonly lengthS: number
  readonly notes: readonly Note[]
}

const chord = (
  startS: number,
  pitches: readonly number[],
  gapS: number,
  decayS: number,
  gain: number,
  bell = 1,
): readonly Note[] =>
  pitches.map((frequencyHz, index) => ({ startS: startS + index * gapS, frequencyHz, decayS, gain, bell }))

const SOUNDS: Readonly<Record<string, Sound>> = {
  tick: {
    lengthS: 0.045,
    notes: [{ startS: 0, frequencyHz: 1180, decayS: 0.009, gain: 0.5, bell: 0.6, attackS: 0.001 }],
  },
  good: { lengthS: 0.5, notes: chord(0, [659.25, 987.77], 0.085, 0.13, 0.34, 0.7) },
  bad: {
    lengthS: 0.5,
    notes: [
      { startS: 0, frequencyHz: 329.63, decayS: 0.11, gain: 0.42, bell: 0.3 },
      { startS: 0.12, frequencyHz: 246.94, decayS: 0.14, gain: 0.42, bell: 0.3 },
    ],
  },
  win: { lengthS: 0.66, notes: chord(0, [523.25, 659.25, 783.99, 1046.5], 0.07, 0.17, 0.25, 0.9) },
  'win-rare': {
    lengthS: 0.67,
    notes: [
      { startS: 0, frequencyHz: 130.81, decayS: 0.3, gain: 0.34, bell: 0.2, attackS: 0.02 },
      ...chord(0, [523.25, 783.99, 987.77, 1174.66, 1567.98], 0.05, 0.2, 0.19, 1.2),
      { startS: 0.3, frequencyHz: 2093, decayS: 0.14, gain: 0.08, bell: 0.4, attackS: 0.03 },
    ],
  },
}

function sampleOf(note: Note, timeS: number): number {
  const t = timeS - note.startS
  if (t < 0) return 0
  const attack = Math.min(1, t / (note.attackS ?? 0.006))
  const fade = Math.exp(-t / note.decayS)
  const phase = 2 * Math.PI * note.frequencyHz * t
  return note.gain * attack * fade * Math.sin(phase + (note.bell ?? 0) * fade * Math.sin(2 * phase))
}

/** Returns a sound as a WAV file. Its last 30 ms (or its last third, if that is shorter) fade out to avoid a click. */
function wav({ lengthS, notes }: Sound): Buffer {
  const count = Math.round(lengthS * RATE_HZ)
  const tail = Math.min(0.03, lengthS / 3) * RATE_HZ
  const bytes = Buffer.alloc(44 + count * 2)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(36 + count * 2, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(RATE_HZ, 24)
  bytes.writeUInt32LE(RATE_HZ * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(count * 2, 40)
  for (let index = 0; index < count; index += 1) {
    const sum = notes.reduce((total, note) => total + sampleOf(note, index / RATE_HZ), 0)
    const end = Math.min(1, (count - 1 - index) / tail)
    // tanh limits peaks without clipping.
    bytes.writeInt16LE(Math.round(Math.tanh(sum) * end * 0.9 * 32_767), 44 + index * 2)
  }
  return bytes
}

mkdirSync(FOLDER, { recursive: true })
for (const [name, sound] of Object.entries(SOUNDS)) {
  const bytes = wav(sound)
  writeFileSync(join(FOLDER, `${name}.wav`), bytes)
  process.stdout.write(`${name}.wav ${bytes.length} bytes\n`)
}

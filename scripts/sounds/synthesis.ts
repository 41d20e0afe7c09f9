// Synthesis of short sounds from tones and filtered noise. Nothing depends on chance or on the machine: the same description gives the
// same samples.

/** Adds a voice to samples of a rate in Hz. */
export type Voice = (samples: Float64Array, rateHz: number) => void

interface Envelope {
  /** When the voice starts, in seconds. */
  readonly startS?: number
  readonly gain: number
  /** How long the voice takes to its full amplitude, in seconds. */
  readonly attackS?: number
  /** The time constant of its decay, in seconds: after it the amplitude is about a third. */
  readonly decayS: number
}

/** A sine, or a bell by frequency modulation. */
export interface Tone extends Envelope {
  readonly frequencyHz: number
  /** The frequency that the tone glides to as it decays; the same as `frequencyHz` unless set. */
  readonly endHz?: number
  /** The index of frequency modulation: 0 is a pure tone, 2 sounds like a bell. */
  readonly bell?: number
  /** The modulating frequency as a multiple of the tone's; fractions sound like metal. */
  readonly ratio?: number
}

/** Noise through a filter whose frequency moves. */
export interface Noise extends Envelope {
  readonly pass: 'low' | 'band' | 'high'
  readonly lengthS: number
  readonly frequencyHz: number
  /** The frequency of the filter in the middle, and at the end, of the noise; the same as `frequencyHz` unless set. */
  readonly middleHz?: number
  readonly endHz?: number
  /** How narrow the filter is: 0.7 is wide. */
  readonly q?: number
}

const DEFAULT_ATTACK_S = 0.006

/** Returns the amplitude of a voice some seconds after its start. */
function amplitudeAt(timeS: number, { gain, attackS = DEFAULT_ATTACK_S, decayS }: Envelope): number {
  const attack = Math.min(1, timeS / attackS)
  // A raised cosine has no corner that could be heard.
  const rise = (1 - Math.cos(Math.PI * attack)) / 2
  return gain * rise * Math.exp(-Math.max(0, timeS - attackS) / decayS)
}

/** Returns a voice that is a tone. */
export function tone(note: Tone): Voice {
  const { startS = 0, frequencyHz, endHz = frequencyHz, bell = 0, ratio = 2, decayS } = note
  return (samples, rateHz) => {
    let phase = 0
    for (let index = Math.round(startS * rateHz), passed = 0; index < samples.length; index += 1, passed += 1) {
      const timeS = passed / rateHz
      const fade = Math.exp(-timeS / decayS)
      samples[index] =
        (samples[index] ?? 0) + amplitudeAt(timeS, note) * Math.sin(phase + bell * fade * Math.sin(ratio * phase))
      phase += (2 * Math.PI * (endHz + (frequencyHz - endHz) * fade)) / rateHz
    }
  }
}

/** Returns a generator of white noise from −1 to 1 (mulberry32). */
function whiteNoise(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 31 - 1
  }
}

/** Returns the frequency of a filter at a share of the noise, moving evenly in pitch. */
function sweep({ frequencyHz, endHz = frequencyHz, middleHz = Math.sqrt(frequencyHz * endHz) }: Noise, share: number) {
  return share < 0.5
    ? frequencyHz * (middleHz / frequencyHz) ** (2 * share)
    : middleHz * (endHz / middleHz) ** (2 * share - 1)
}

/** Returns a voice that is filtered noise: a state-variable filter, stable while its frequency moves. */
export function noise(sound: Noise): Voice {
  const { startS = 0, lengthS, pass, q = 0.8, frequencyHz } = sound
  return (samples, rateHz) => {
    const white = whiteNoise(Math.round(frequencyHz * 31 + startS * 1000))
    const count = Math.round(lengthS * rateHz)
    const first = Math.round(startS * rateHz)
    // The two states of the filter.
    let [bandState, lowState] = [0, 0]
    for (let passed = 0; passed < count && first + passed < samples.length; passed += 1) {
      const share = passed / count
      const g = Math.tan((Math.PI * Math.min(sweep(sound, share), rateHz * 0.45)) / rateHz)
      const a = 1 / (1 + g * (g + 1 / q))
      const input = white()
      const band = a * (bandState + g * (input - lowState))
      const low = lowState + g * band
      bandState = 2 * band - bandState
      lowState = 2 * low - lowState
      const out = pass === 'low' ? low : pass === 'band' ? band / q : input - band / q - low
      // The last tenth fades out, wherever the decay is.
      const end = Math.min(1, (1 - share) * 10)
      const index = first + passed
      samples[index] = (samples[index] ?? 0) + out * end * amplitudeAt(passed / rateHz, sound)
    }
  }
}

/** Returns tones one after another. */
export function arpeggio(
  pitchesHz: readonly number[],
  { startS = 0, gapS, ...note }: Omit<Tone, 'frequencyHz'> & { readonly gapS: number },
): readonly Voice[] {
  return pitchesHz.map((frequencyHz, index) => tone({ ...note, frequencyHz, startS: startS + index * gapS }))
}

/** A room: four feedback delays with different lengths, which do not ring together. */
const DELAYS_S = [0.0297, 0.0371, 0.0411, 0.0437]

/** Adds the echo of a room, by a share of the sound. */
function addRoom(samples: Float64Array, rateHz: number, share: number): void {
  const dry = samples.slice()
  for (const delayS of DELAYS_S) {
    const delay = Math.round(delayS * rateHz)
    const wet = new Float64Array(samples.length)
    let damped = 0
    for (let index = delay; index < samples.length; index += 1) {
      damped += 0.55 * ((wet[index - delay] ?? 0) - damped)
      wet[index] = (dry[index - delay] ?? 0) + damped * 0.78
      samples[index] = (samples[index] ?? 0) + ((wet[index] ?? 0) * share) / DELAYS_S.length
    }
  }
}

/** A sound as it is described. */
export interface Sound {
  readonly lengthS: number
  /** The highest amplitude, 1 is the loudest that a file can hold. */
  readonly peak: number
  /** The share of a room's echo; none unless set. */
  readonly room?: number
  /** Samples a second; 22,050 unless set. */
  readonly rateHz?: number
  readonly voices: readonly Voice[]
}

const RATE_HZ = 22_050
/** How long the end of a sound fades out. */
const TAIL_S = 0.03

function samplesOf({ lengthS, peak, room = 0, rateHz = RATE_HZ, voices }: Sound): Float64Array {
  const samples = new Float64Array(Math.round(lengthS * rateHz))
  for (const voice of voices) voice(samples, rateHz)
  if (room > 0) addRoom(samples, rateHz, room)
  const highest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  const tail = Math.min(TAIL_S, lengthS / 3) * rateHz
  return samples.map((sample, index) => {
    const end = Math.min(1, (samples.length - 1 - index) / tail)
    return (sample / highest) * peak * end
  })
}

/** Returns a sound as a WAV file: mono, 16 bit. */
export function wav(sound: Sound): Buffer {
  const { rateHz = RATE_HZ } = sound
  const samples = samplesOf(sound)
  const bytes = Buffer.alloc(44 + samples.length * 2)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(36 + samples.length * 2, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(rateHz, 24)
  bytes.writeUInt32LE(rateHz * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(samples.length * 2, 40)
  for (const [index, sample] of samples.entries()) {
    bytes.writeInt16LE(Math.round(sample * 32_767), 44 + index * 2)
  }
  return bytes
}
